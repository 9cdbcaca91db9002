import type { StoredAnswer } from '../../domain/idempotency/port.ts';

/** What a stored answer is about, null where it does not say. */
export interface Subject {
  readonly bundle_id: string | null;
  readonly job_id: string | null;
}

/** Bundle and job that an output names, itself or in the result of its job. */
export function subjectOf(answer: StoredAnswer): Subject {
  if (answer.kind === 'failure') return { bundle_id: null, job_id: null };
  const { output } = answer;
  const result = isRecord(output['result']) ? output['result'] : {};
  return {
    bundle_id: textOrNull(output['bundle_id']) ?? textOrNull(result['bundle_id']),
    job_id: textOrNull(output['job_id']) ?? textOrNull(result['job_id']),
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
