import type { JobItem, JobRecord } from './job.ts';

/** What was paid for a job. */
export interface JobPayment {
  /** Hash of the transaction. */
  readonly transaction: string;
  /** CAIP-2. */
  readonly network: string;
  /** EIP-55. */
  readonly payer: string;
  /** Atomic units. */
  readonly amount: string;
}

/** A job as its owner sees it. */
export interface SeenJob extends JobRecord {
  /** Of a job that a wallet paid for, once that is settled. */
  readonly payment: JobPayment | null;
}

/** Payments of wallets for jobs. */
export interface JobPayments {
  /** By the ids of their jobs: what was paid, or `due` while it is not settled. Absent: no wallet pays. */
  ofJobs(jobIds: readonly string[]): Promise<ReadonlyMap<string, JobPayment | 'due'>>;
}

/** A job with its payment. What a wallet has not paid for yet is withheld: the job seems to run on. */
export function seeJob(job: JobRecord, payment: JobPayment | 'due' | undefined): SeenJob {
  if (payment !== 'due') return { ...job, payment: payment ?? null };
  const seen = { ...job, payment: null, bundleId: null, items: job.items.map(withhold) };
  if (job.status !== 'complete') return seen;
  return { ...seen, status: 'processing', progressMessage: 'settling the payment', completedAt: null };
}

const withhold = (item: JobItem): JobItem =>
  item.status === 'complete' ? { ...item, status: 'processing', bundleId: null } : item;
