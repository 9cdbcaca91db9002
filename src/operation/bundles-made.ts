import type { MadeContext } from './define-tool.ts';

/** Ids of the bundles that an answer of extract or of a job names, itself or by the job. */
export async function bundlesMade(
  { bundle_id: bundleId, job_id: jobId }: Readonly<Record<string, unknown>>,
  { services, owner }: MadeContext,
): Promise<readonly string[]> {
  if (typeof bundleId === 'string') return [bundleId];
  const job = typeof jobId === 'string' ? await services.jobs.get(owner, jobId) : null;
  const items = (job?.items ?? []).map((item) => item.bundleId);
  return [job?.bundleId, ...items].filter((id) => typeof id === 'string');
}
