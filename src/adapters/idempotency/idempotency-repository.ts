import type { SelectQueryBuilder } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { DerivedData } from '../../domain/deletion/port.ts';
import type { IdempotencyRepository } from '../../domain/idempotency/port.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { type AnswerFiles, createAnswerFiles } from './answer-files.ts';
import { claimKey, KEPT_MS, keyIs, operationIs, ownerIs, renewClaim } from './claim-key.ts';
import { subjectOf } from './subject.ts';

export interface IdempotencyOptions {
  readonly database: Database;
  /** Folder of the stored answers, one file each. */
  readonly folder: string;
  /** Folder on the same disk for files being written. */
  readonly staging: string;
  readonly clock: Clock;
}

/** Stored answers hold title and text of what they are about: they go with it. */
export interface StoredIdempotency extends IdempotencyRepository, DerivedData {
  /** At start: forget the calls that a dead process left unanswered, and files that no key knows any more. */
  recover(): Promise<void>;
}

/** Keys removed in one transaction. */
const BATCH = 200;

/** Idempotency keys in SQL, their answers in files below `tmp/`. */
export function createIdempotencyRepository({
  database,
  folder,
  staging,
  clock,
}: IdempotencyOptions): StoredIdempotency {
  const files = createAnswerFiles(folder, staging);
  const oldest = () => new Date(clock.now().getTime() - KEPT_MS);
  return {
    async claim(call) {
      const now = clock.now();
      const kind = await database.transaction((trx) => claimKey(trx, call, now));
      if (kind !== 'answered') return { kind };
      const answer = await files.read(call);
      // Its file is gone (a restored backup): the call runs again.
      return answer
        ? { kind, answer }
        : { kind: await database.transaction((trx) => renewClaim(trx, call, now)) };
    },
    async complete(call, answer) {
      await files.write(call, answer);
      await database.query((db) =>
        db
          .updateTable('idempotency_keys')
          .set({ is_answered: true, ...subjectOf(answer) })
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
    sweep: () => forget({ database, files }, (keys) => keys.where('claimed_at', '<', oldest())),
    async recover() {
      // Whoever holds the embedded database is its only process.
      if (database.kind === 'pglite')
        await database.query((db) =>
          db.deleteFrom('idempotency_keys').where('is_answered', '=', false).execute(),
        );
      await files.removeOlder(oldest().getTime());
    },
    purge: ({ bundleId, jobId }) =>
      forget({ database, files }, (keys) =>
        keys.where(({ eb, or }) => or([eb('bundle_id', '=', bundleId), eb('job_id', '=', jobId)])),
      ),
  };
}

type Keys = SelectQueryBuilder<Schema, 'idempotency_keys', object>;

/** Remove answers, then their keys: a file without its key would be found by nobody. */
async function forget(
  { database, files }: { readonly database: Database; readonly files: AnswerFiles },
  choose: (keys: Keys) => Keys,
): Promise<void> {
  let removed: number;
  do {
    removed = await database.transaction(async (trx) => {
      // Locked, so that nobody claims one anew before its file is gone.
      const rows = await choose(trx.selectFrom('idempotency_keys'))
        .select(['owner_id as ownerId', 'operation', 'key'])
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const row of rows) {
        await files.remove(row);
        await trx
          .deleteFrom('idempotency_keys')
          .where(...ownerIs(row))
          .where(...operationIs(row))
          .where(...keyIs(row))
          .execute();
      }
      return rows.length;
    });
  } while (removed === BATCH);
}
