import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ApiKeyState } from '../../domain/account/api-key.ts';
import type { BundleStatus } from '../../domain/bundle/bundle.ts';
import type { JobStatus, JobType } from '../../domain/job/job.ts';
import type { ChargeState, LedgerEntry } from '../../domain/payment/port.ts';
import type { Authorization } from '../../domain/x402/payment.ts';
import type { PaymentState } from '../../domain/x402/port.ts';
import type { PaidResource, PaymentRequirements } from '../../domain/x402/terms.ts';

/** `bigint`: PGlite reads it as a number, `pg` as text. */
type BigInteger = ColumnType<string | number, number, number>;

interface ApiKeysTable {
  readonly id: string;
  readonly secret_sha256: string;
  readonly plan: string;
  readonly email: string | null;
  readonly state: ApiKeyState;
  readonly created_at: Date;
}

interface BundlesTable {
  readonly bundle_id: string;
  readonly owner_id: string;
  readonly job_id: string | null;
  readonly status: BundleStatus;
  readonly mode: string;
  readonly created_at: Date;
  readonly source_key: string;
  readonly manifest_sha256: string;
  readonly signature_sha256: string;
  readonly parent_bundle_id: string | null;
  readonly superseded_by: string | null;
  readonly legal_hold: boolean;
  readonly retention_until: Date | null;
  /** Index of the bundle's leaf in the log: the order in which bundles were published. */
  readonly log_index: BigInteger;
}

interface JobsTable {
  readonly job_id: string;
  readonly owner_id: string;
  readonly type: JobType;
  readonly status: JobStatus;
  readonly progress_pct: number;
  readonly progress_message: string | null;
  readonly bundle_id: string | null;
  readonly error_code: string | null;
  readonly error: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly price_credits: number;
  readonly parameters: JSONColumnType<Record<string, unknown>>;
  /** The batch that the job is an item of, and its place there. */
  readonly batch_id: string | null;
  readonly item_index: number | null;
  readonly faults: Generated<number>;
}

interface LogLeavesTable {
  /** Dense from 0. */
  readonly leaf_index: BigInteger;
  readonly leaf_hash: Uint8Array;
  /** RFC 8785 text. */
  readonly entry: string;
  /** Member `t` of the entry. */
  readonly kind: string;
  readonly bundle_id: string | null;
}

interface ServiceSettingsTable {
  readonly name: string;
  readonly value: JSONColumnType<object>;
}

interface IdempotencyKeysTable {
  readonly owner_id: string;
  readonly operation: string;
  readonly key: string;
  parameters_sha256: string;
  is_answered: boolean;
  claimed_at: Date;
  /** What the answer is about, where it says so. */
  bundle_id: string | null;
  job_id: string | null;
}

interface ChargesTable {
  readonly charge_id: string;
  readonly owner_id: string;
  /** Month that the charge counts in, `YYYY-MM`: that of its reservation. */
  readonly period: string;
  readonly operation: string;
  readonly credits: number;
  state: ChargeState;
  readonly idempotency_key: string | null;
  /** The job whose end decides; null while the call decides. */
  job_id: string | null;
  readonly reserved_at: Date;
}

/** Append-only: a trigger refuses changes. */
interface LedgerEntriesTable {
  readonly owner_id: string;
  readonly period: string;
  readonly seq: number;
  readonly charge_id: string;
  readonly kind: LedgerEntry['kind'];
  readonly credits: number;
  readonly used_credits: number;
  readonly reserved_credits: number;
  readonly at: Date;
}

/** One row for each authorization (network, asset, payer, nonce). Addresses and nonces in lower case. */
interface PaymentsTable {
  readonly payment_id: string;
  readonly network: string;
  readonly asset: string;
  readonly payer: string;
  readonly nonce: string;
  readonly owner_id: string;
  readonly signature: string;
  readonly authorization_fields: JSONColumnType<Authorization>;
  readonly requirements: JSONColumnType<PaymentRequirements>;
  readonly resource: JSONColumnType<PaidResource>;
  readonly version: 1 | 2;
  readonly identifier: string | null;
  readonly operation: string;
  readonly request_sha256: string;
  readonly credits: number;
  readonly from_block: BigInteger;
  readonly valid_before: Date;
  readonly state: PaymentState;
  /** Its place in the ledger; null until it is verified. */
  readonly charge_id: string | null;
  readonly lease_until: Date;
  /** Before it, only a call that asks for it settles a payment that could not be settled; null: any time. */
  readonly retry_at: Date | null;
  readonly transaction_hash: string | null;
  readonly settled_at: Date | null;
  readonly delivered_at: Date | null;
}

interface FeedbackTable {
  readonly feedback_id: string;
  readonly owner_id: string;
  readonly message: string;
  readonly rating: number | null;
  readonly at: Date;
}

/** Laid out as rate-limiter-flexible expects it. */
interface RateLimitsTable {
  readonly key: string;
  readonly points: number;
  /** Unix milliseconds. */
  readonly expire: BigInteger;
}

/** Tables of the service. Those of the job queue belong to pg-boss (schema `pgboss`). */
export interface Schema {
  readonly api_keys: ApiKeysTable;
  readonly bundles: BundlesTable;
  readonly jobs: JobsTable;
  readonly log_leaves: LogLeavesTable;
  readonly service_settings: ServiceSettingsTable;
  readonly idempotency_keys: IdempotencyKeysTable;
  readonly charges: ChargesTable;
  readonly ledger_entries: LedgerEntriesTable;
  readonly payments: PaymentsTable;
  readonly feedback: FeedbackTable;
  readonly rate_limits: RateLimitsTable;
}
