/** Kinds of work: a capture, several captures of one call, a focused analysis, the indexing of a document. */
export const JOB_TYPES = ['extract', 'batch', 'analysis', 'index'] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** The last three are final. */
export const JOB_STATUSES = ['queued', 'processing', 'complete', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** A piece of work that outlives its request (design.md 4.7). */
export interface JobRecord {
  readonly jobId: string;
  readonly ownerId: string;
  readonly type: JobType;
  readonly status: JobStatus;
  /** 0 to 100, never falling. */
  readonly progressPct: number;
  readonly progressMessage: string | null;
  /** Reserved at creation; its bundle exists once the job is complete. */
  readonly bundleId: string | null;
  readonly errorCode: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  /** Price recorded at creation, in credits. */
  readonly priceCredits: number;
  /** Parameters of the work: no document bytes, no secrets. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Attempts that failed by a fault of ours. That their process died does not count. */
  readonly faults: number;
  /** Items of a batch in their order; empty for other work. */
  readonly items: readonly JobItem[];
}

/** An item of a batch: a job of its own, which nobody sees but within its batch. */
export type JobItem = Pick<
  JobRecord,
  'jobId' | 'status' | 'progressPct' | 'bundleId' | 'errorCode' | 'error' | 'parameters'
>;

export const isEnded = (status: JobStatus): boolean =>
  status === 'complete' || status === 'failed' || status === 'cancelled';
