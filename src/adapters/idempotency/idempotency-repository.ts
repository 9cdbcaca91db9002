import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { fromUtf8, utf8 } from '../../core/bytes.ts';
import type { Clock } from '../../core/clock.ts';
import type {
  Claim,
  IdempotencyRepository,
  IdempotentCall,
  StoredAnswer,
} from '../../domain/idempotency/port.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { replaceFile } from '../store/durable-files.ts';

export interface IdempotencyOptions {
  readonly database: Database;
  /** Folder of the stored answers, one file each. */
  readonly folder: string;
  /** Folder on the same disk for files being written. */
  readonly staging: string;
  readonly clock: Clock;
}

const KEPT_MS = 24 * 3_600_000;
/** No call runs longer: a claim that is older was left by a dead process. */
const RUNNING_MS = 11 * 60_000;

/** Idempotency keys in SQL, their answers in files below `tmp/`. */
export function createIdempotencyRepository({
  database,
  folder,
  staging,
  clock,
}: IdempotencyOptions): IdempotencyRepository {
  const fileOf = (call: IdempotentCall): string => join(folder, `${nameOf(call)}.json`);
  return {
    async claim(call) {
      const now = clock.now();
      const claim = await database.transaction((trx) => claimKey(trx, call, now));
      if (claim !== 'answered') return { kind: claim };
      const answer = await readAnswer(fileOf(call));
      // Its file is gone (a restored backup): the call runs again.
      return answer ? { kind: 'answered', answer } : reclaim(database, call, now);
    },
    async complete(call, answer) {
      await replaceFile(fileOf(call), utf8(JSON.stringify(answer)), staging);
      await database.query((db) =>
        db
          .updateTable('idempotency_keys')
          .set({ is_answered: true })
          .where(...ownerIs(call))
          .where(...operationIs(call))
          .where(...keyIs(call))
          .execute(),
      );
    },
    async abandon(call) {
      await database.query((db) =>
        db
          .deleteFrom('idempotency_keys')
          .where(...ownerIs(call))
          .where(...operationIs(call))
          .where(...keyIs(call))
          .execute(),
      );
    },
    async sweep() {
      const rows = await database.query((db) =>
        db
          .deleteFrom('idempotency_keys')
          .where('claimed_at', '<', new Date(clock.now().getTime() - KEPT_MS))
          .returningAll()
          .execute(),
      );
      for (const row of rows) {
        await rm(
          fileOf({ ownerId: row.owner_id, operation: row.operation, key: row.key, parametersSha256: '' }),
          { force: true },
        );
      }
    },
  };
}

const ownerIs = ({ ownerId }: IdempotentCall) => ['owner_id', '=', ownerId] as const;
const operationIs = ({ operation }: IdempotentCall) => ['operation', '=', operation] as const;
const keyIs = ({ key }: IdempotentCall) => ['key', '=', key] as const;

/** Insert the key, or look at who has it. The primary key lets one of two through. */
async function claimKey(trx: Transaction<Schema>, call: IdempotentCall, now: Date): Promise<Claim['kind']> {
  const inserted = await trx
    .insertInto('idempotency_keys')
    .values({
      owner_id: call.ownerId,
      operation: call.operation,
      key: call.key,
      parameters_sha256: call.parametersSha256,
      is_answered: false,
      claimed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted) return 'claimed';
  const present = await trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where(...ownerIs(call))
    .where(...operationIs(call))
    .where(...keyIs(call))
    .forUpdate()
    .executeTakeFirst();
  if (!present) return 'running';
  const ageMs = now.getTime() - present.claimed_at.getTime();
  if (ageMs > (present.is_answered ? KEPT_MS : RUNNING_MS)) return renew(trx, call, now);
  if (present.parameters_sha256 !== call.parametersSha256) return 'other-parameters';
  return present.is_answered ? 'answered' : 'running';
}

async function renew(trx: Transaction<Schema>, call: IdempotentCall, now: Date): Promise<'claimed'> {
  await trx
    .updateTable('idempotency_keys')
    .set({ parameters_sha256: call.parametersSha256, is_answered: false, claimed_at: now })
    .where(...ownerIs(call))
    .where(...operationIs(call))
    .where(...keyIs(call))
    .execute();
  return 'claimed';
}

async function reclaim(database: Database, call: IdempotentCall, now: Date): Promise<Claim> {
  return { kind: await database.transaction((trx) => renew(trx, call, now)) };
}

async function readAnswer(path: string): Promise<StoredAnswer | null> {
  try {
    return JSON.parse(fromUtf8(await readFile(path))) as StoredAnswer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Keys are the caller's text: only a digest of it becomes a file name. */
const nameOf = ({ ownerId, operation, key }: IdempotentCall): string =>
  createHash('sha256')
    .update(JSON.stringify([ownerId, operation, key]))
    .digest('hex');
