import { EvidenceError } from '../core/error.ts';
import type { WithdrawalContext } from './define-tool.ts';

/** Delete the bundle that an answer names, itself or by its job. Its id was told to nobody. */
export async function withdrawBundle(
  output: Readonly<Record<string, unknown>>,
  { services, owner }: WithdrawalContext,
): Promise<void> {
  const { bundle_id: named, job_id: jobId } = output;
  const job = typeof jobId === 'string' ? await services.jobs.find(jobId) : null;
  const bundleId = typeof named === 'string' ? named : job?.bundleId;
  if (!bundleId) return;
  try {
    await services.deletions.delete(owner, bundleId, { acknowledgesNotarized: true });
  } catch (error) {
    // Never published, gone already, or under the hold that the call asked for.
    if (!(error instanceof EvidenceError) || error.status >= 500) throw error;
  }
}
