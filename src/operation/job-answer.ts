import { z } from 'zod';
import type { Owner } from '../domain/account/principal.ts';
import type { StoredBundle } from '../domain/bundle/bundle-service.ts';
import { failureOf } from '../domain/capture/extract-service.ts';
import type { JobRecord } from '../domain/job/job.ts';
import { bundleShape } from './bundle-output.ts';
import { viewBundle } from './bundle-view.ts';
import type { ToolContext } from './define-tool.ts';
import { jobId } from './fields.ts';
import { webhookSecret } from './webhook-input.ts';

/** Where the answer comes from once its job has ended. */
export const laterShape = {
  job_id: jobId,
  poll_url: z.string().describe('GET this until the job has ended'),
  webhook_secret: webhookSecret.optional(),
};

const laterStatus = z.enum(['queued', 'processing']);

/** Members of an answer that is a bundle, or its job as long as that is under way. */
export const bundleOrJobShape = {
  ...z.object(bundleShape).partial().shape,
  status: z
    .enum([...laterStatus.options, 'complete'])
    .describe('complete: the answer is here; else poll the job'),
  ...z.object(laterShape).partial().shape,
};

type Later = z.input<z.ZodObject<typeof laterShape>> & { readonly status: z.input<typeof laterStatus> };

/** The answer of a call whose work goes on: its job decides about the charge. */
export function answerLater(job: JobRecord, { continueAs, baseUrl }: ToolContext): Later {
  continueAs(job.jobId);
  return {
    status: job.status === 'processing' ? 'processing' : 'queued',
    job_id: job.jobId,
    poll_url: `${baseUrl}/v1/jobs/${job.jobId}`,
  };
}

/**
 * The answer of a call whose work is a job: its bundle, or the job as long as there is none.
 *
 * @throws EvidenceError why the job failed; `JOB_ENDED` when it was cancelled.
 */
export async function answerOfJob(
  job: JobRecord,
  owner: Owner,
  context: ToolContext,
): Promise<z.input<z.ZodObject<typeof bundleOrJobShape>>> {
  const failure = failureOf(job);
  if (failure) throw failure;
  const bundle =
    job.status === 'complete' && job.bundleId ? await readBundle(context, owner, job.bundleId) : null;
  return bundle ? { ...viewBundle(bundle), status: 'complete' } : answerLater(job, context);
}

/** The finished bundle; null when it cannot be read just now: the caller gets its job instead of a failure. */
const readBundle = (
  { services }: ToolContext,
  owner: Owner,
  bundleId: string,
): Promise<StoredBundle | null> => services.bundles.find(owner, bundleId).catch(() => null);
