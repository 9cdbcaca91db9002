import type { ColumnType, JSONColumnType, Kysely, Transaction } from 'kysely';
import type { CheckOutcome } from '../../domain/monitor/check.ts';
import type { Baseline, CheckStep, MonitorSettings, MonitorStatus } from '../../domain/monitor/monitor.ts';
import type { Schema } from '../database/schema.ts';

/** The check under way as it lies in JSON. */
export interface StoredCheck {
  readonly checkId: string;
  /** RFC 3339. */
  readonly at: string | null;
  readonly step: CheckStep;
}

interface MonitorsTable {
  readonly monitor_id: string;
  readonly owner_id: string;
  readonly settings: JSONColumnType<MonitorSettings>;
  readonly status: MonitorStatus;
  readonly created_at: Date;
  readonly checks_remaining: number;
  readonly faults: number;
  readonly due_at: Date | null;
  readonly current_check: JSONColumnType<StoredCheck>;
  /** The job of the step `seal`: its end makes the monitor due. */
  readonly sealing_job_id: string | null;
  readonly baseline: JSONColumnType<Baseline> | null;
  readonly bundle_id: string | null;
  readonly manifest_sha256: string | null;
  readonly check_count: number;
  /** The oldest epoch with checks that is not in the log, e.g. `2026-01-31`. */
  readonly open_epoch: string | null;
  readonly sealed_until: Date | null;
  readonly lease_id: string | null;
  readonly lease_until: Date | null;
}

interface MonitorChecksTable {
  readonly check_id: string;
  readonly monitor_id: string;
  readonly seq: number;
  readonly at: Date;
  readonly epoch: string;
  readonly outcome: CheckOutcome;
  readonly http_status: number | null;
  readonly content_sha256: string | null;
  readonly bundle_id: string | null;
  readonly manifest_sha256: string | null;
  readonly previous_bundle_id: string | null;
  readonly error_code: string | null;
}

interface MonitorEpochsTable {
  readonly monitor_id: string;
  readonly epoch: string;
  readonly count: number;
  readonly root: Uint8Array;
  /** `bigint`: PGlite reads it as a number, `pg` as text. */
  readonly log_index: ColumnType<string | number, number, number>;
}

// A type, not an interface: `withTables` wants one that no declaration elsewhere can add to.
type MonitorTables = {
  readonly monitors: MonitorsTable;
  readonly monitor_checks: MonitorChecksTable;
  readonly monitor_epochs: MonitorEpochsTable;
};

/** The service's tables with those of this folder. */
export type MonitorSchema = Schema & MonitorTables;

/** A connection that sees the tables of this folder too. */
export const withMonitorTables = (db: Kysely<Schema>): Kysely<MonitorSchema> =>
  db.withTables<MonitorTables>();

/** {@link withMonitorTables} inside a transaction. */
export const withMonitorTablesIn = (trx: Transaction<Schema>): Transaction<MonitorSchema> =>
  trx.withTables<MonitorTables>();
