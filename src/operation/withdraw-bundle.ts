import { EvidenceError } from '../core/error.ts';
import type { WithdrawalContext } from './define-tool.ts';

/** Delete the bundles that an answer names, itself or by its job. Their ids were told to nobody. */
export async function withdrawBundles(
  { bundle_id: bundleId, job_id: jobId }: Readonly<Record<string, unknown>>,
  context: WithdrawalContext,
): Promise<void> {
  const job = typeof jobId === 'string' ? await context.services.jobs.get(context.owner, jobId) : null;
  const ids = [bundleId, job?.bundleId, ...(job?.items ?? []).map((item) => item.bundleId)];
  for (const id of ids) if (typeof id === 'string') await withdrawBundle(id, context);
}

async function withdrawBundle(bundleId: string, { services, owner }: WithdrawalContext): Promise<void> {
  try {
    await services.deletions.delete(owner, bundleId, { acknowledgesNotarized: true });
  } catch (error) {
    // Never published, gone already, or under the hold that the call asked for.
    if (!(error instanceof EvidenceError) || error.status >= 500) throw error;
  }
}
