import { expect, it } from 'vitest';
import { EvidenceError } from '../../../src/core/error.ts';
import type { JobRecord } from '../../../src/domain/job/job.ts';
import type { JobFiles, JobRepository } from '../../../src/domain/job/port.ts';
import { createJobRunner, type JobWork } from '../../../src/domain/job/run-job.ts';

const JOB: JobRecord = {
  jobId: 'job_01JD0000000000000000000000',
  ownerId: 'key:owner',
  type: 'extract',
  status: 'processing',
  progressPct: 0,
  progressMessage: null,
  bundleId: null,
  errorCode: null,
  error: null,
  createdAt: new Date(0),
  startedAt: new Date(0),
  completedAt: null,
  priceCredits: 75,
  parameters: {},
  faults: 0,
  items: [],
};

interface Attempt {
  readonly job?: Partial<JobRecord>;
  readonly work?: JobWork;
  readonly signal?: AbortSignal;
  readonly isLastAttempt?: boolean;
  readonly deadlineMs?: number;
  readonly hasEnded?: boolean;
}

/** One attempt of a job, and what became of it. */
async function attempt({ job = {}, work = async () => {}, hasEnded = false, ...options }: Attempt) {
  const events: string[] = [];
  const jobs: Partial<JobRepository> = {
    start: async () => (hasEnded ? null : { ...JOB, ...job }),
    progress: async (_id, percent, stage) => void events.push(`${percent} ${stage}`),
    fail: async (_id, code) => void events.push(`failed: ${code}`),
  };
  const files: Partial<JobFiles> = { remove: async () => void events.push('wiped') };
  const { deadlineMs, signal = new AbortController().signal, isLastAttempt = false } = options;
  const runner = createJobRunner({
    jobs: jobs as JobRepository,
    files: files as JobFiles,
    works: { extract: work },
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  const thrown = await runner({ ...JOB, ...job }, { signal, isLastAttempt }).then(
    () => null,
    (error: unknown) => error,
  );
  return { events, thrown };
}

const failing =
  (code: EvidenceError['code']): JobWork =>
  async () => {
    throw new EvidenceError(code);
  };

it('tells progress that advances, and wipes the inputs at the end', async () => {
  const work: JobWork = async (_job, { progress }) => {
    progress(5, 'fetching');
    progress(20, 'rendering');
    progress(20, 'rendering still');
    progress(10, 'fetching again');
    progress(92, 'sealing');
  };
  expect(await attempt({ work })).toEqual({
    events: ['5 fetching', '20 rendering', '92 sealing', 'wiped'],
    thrown: null,
  });
});

it('wipes the inputs of a job that ended before it was taken', async () => {
  expect(await attempt({ hasEnded: true })).toEqual({ events: ['wiped'], thrown: null });
});

it('ends a bad document as failed at once', async () => {
  const { events, thrown } = await attempt({ work: failing('DOCUMENT_CORRUPT') });
  expect(events).toEqual(['failed: DOCUMENT_CORRUPT', 'wiped']);
  expect(thrown).toBeNull();
});

it.each(['INTERNAL', 'OVERLOADED', 'DATABASE_UNAVAILABLE', 'BROWSER_UNAVAILABLE'] as const)(
  'repeats the work after %s, with the same inputs, and gives up after the last attempt',
  async (code) => {
    expect(await attempt({ work: failing(code) })).toMatchObject({ events: [], thrown: { code } });
    const last = await attempt({ work: failing(code), isLastAttempt: true });
    expect(last).toEqual({ events: [`failed: ${code}`, 'wiped'], thrown: null });
  },
);

it('takes what it does not know for a fault of ours', async () => {
  const work: JobWork = async () => {
    throw new TypeError('text of a page');
  };
  expect((await attempt({ work })).thrown).toBeInstanceOf(TypeError);
  expect((await attempt({ work, isLastAttempt: true })).events).toEqual(['failed: INTERNAL', 'wiped']);
});

it('leaves a job as it is when the process stops', async () => {
  const work: JobWork = async (_job, { signal }) => signal.throwIfAborted();
  const { events, thrown } = await attempt({ work, signal: AbortSignal.abort(), isLastAttempt: true });
  expect(events).toEqual([]);
  expect(thrown).not.toBeNull();
});

it('ends a job whose work ignores its deadline, and does not repeat it', async () => {
  let signal: AbortSignal | undefined;
  const work: JobWork = (_job, context) => {
    signal = context.signal;
    return new Promise(() => {});
  };
  const { events, thrown } = await attempt({ work, deadlineMs: 5 });
  expect(events).toEqual(['failed: DEADLINE_EXCEEDED', 'wiped']);
  expect(thrown).toBeNull();
  expect(signal?.aborted).toBe(true);
});

it('does not end a job of a kind that this process knows nothing of', async () => {
  const { events, thrown } = await attempt({ job: { type: 'analysis' } });
  expect(events).toEqual([]);
  expect(thrown).toMatchObject({ code: 'INTERNAL' });
});
