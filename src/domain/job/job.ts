export type JobType = 'extract' | 'batch' | 'analysis' | 'index';
export type JobStatus = 'queued' | 'processing' | 'complete' | 'failed' | 'cancelled';

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
}

export const isEnded = (status: JobStatus): boolean =>
  status === 'complete' || status === 'failed' || status === 'cancelled';
