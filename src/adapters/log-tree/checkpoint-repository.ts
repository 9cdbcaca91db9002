import type { Kysely, Selectable, SelectQueryBuilder, Transaction } from 'kysely';
import { pause } from '../../core/pause.ts';
import type {
  Checkpoint,
  CheckpointRepository,
  LockedLog,
  SignedCheckpoint,
} from '../../domain/checkpoint/port.ts';
import { createLogTree } from '../../domain/log/tree-reader.ts';
import type { Database } from '../database/database.ts';
import { lockLog } from '../database/log-leaves.ts';
import { keepSomeNodes } from './keep-nodes.ts';
import { type LogSchema, withLogTables, withLogTablesIn } from './log-schema.ts';
import { createTreeStore } from './tree-store.ts';

type CheckpointRow = Selectable<LogSchema['checkpoints']>;
type CheckpointQuery = SelectQueryBuilder<LogSchema, 'checkpoints', CheckpointRow>;

/** Checkpoints and cosignatures in SQL. */
export function createCheckpointRepository(database: Database): CheckpointRepository {
  const find = (narrow: (query: CheckpointQuery) => CheckpointQuery) =>
    database.query((db) => readCheckpoint(withLogTables(db), narrow));
  return {
    exclusively: (work) => workExclusively(database, work),
    get: (checkpointId) => find((query) => query.where('checkpoint_id', '=', checkpointId)),
    newest: () => find(newestFirst),
    async newestSigned() {
      const checkpoint = await find((query) => newestFirst(query).where('note', 'is not', null));
      return checkpoint && isSigned(checkpoint) ? checkpoint : null;
    },
    addCosignature: async ({ checkpointId, witness, line, cosignedAt }) => {
      await database.query((db) =>
        withLogTables(db)
          .insertInto('cosignatures')
          .values({ checkpoint_id: checkpointId, witness, line, cosigned_at: cosignedAt })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
    },
    sizeCosignedBy: (witness) => database.query((db) => sizeCosignedBy(withLogTables(db), witness)),
  };
}

async function workExclusively<T>(database: Database, work: (log: LockedLog) => Promise<T>): Promise<T> {
  // Most of the work, done before the log is locked: nobody can publish while it is.
  while (await database.transaction((trx) => keepSomeNodes(withLogTablesIn(trx)))) await pause();
  return database.transaction(async (plain) => {
    await lockLog(plain);
    const trx = withLogTablesIn(plain);
    while (await keepSomeNodes(trx)) await pause();
    return work(await openLockedLog(trx));
  });
}

async function openLockedLog(trx: Transaction<LogSchema>): Promise<LockedLog> {
  return {
    tree: createLogTree(createTreeStore((work) => work(trx))),
    last: await readCheckpoint(trx, newestFirst),
    async insert(checkpoint) {
      await trx.insertInto('checkpoints').values(toRow(checkpoint)).execute();
    },
    async sign(checkpointId, note) {
      const unsigned = trx
        .updateTable('checkpoints')
        .where('checkpoint_id', '=', checkpointId)
        .where('note', 'is', null);
      await unsigned.set({ note }).execute();
    },
  };
}

const isSigned = (checkpoint: Checkpoint): checkpoint is SignedCheckpoint => checkpoint.note !== null;

const newestFirst = (query: CheckpointQuery): CheckpointQuery => query.orderBy('tree_size', 'desc').limit(1);

async function readCheckpoint(
  db: Kysely<LogSchema>,
  narrow: (query: CheckpointQuery) => CheckpointQuery,
): Promise<Checkpoint | null> {
  const row = await narrow(db.selectFrom('checkpoints').selectAll()).executeTakeFirst();
  if (!row) return null;
  const cosignatures = await db
    .selectFrom('cosignatures')
    .select('line')
    .where('checkpoint_id', '=', row.checkpoint_id)
    .orderBy('cosigned_at')
    .orderBy('witness')
    .execute();
  return toCheckpoint(
    row,
    cosignatures.map(({ line }) => line),
  );
}

async function sizeCosignedBy(db: Kysely<LogSchema>, witness: string): Promise<number> {
  const row = await db
    .selectFrom('cosignatures')
    .innerJoin('checkpoints', 'checkpoints.checkpoint_id', 'cosignatures.checkpoint_id')
    .select('tree_size')
    .where('witness', '=', witness)
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.tree_size ?? 0);
}

const toRow = (checkpoint: Checkpoint) => ({
  checkpoint_id: checkpoint.checkpointId,
  tree_size: checkpoint.treeSize,
  root_hash: checkpoint.rootHash,
  first_leaf: checkpoint.firstLeaf,
  note: checkpoint.note,
  created_at: checkpoint.createdAt,
});

/** The lines of witnesses may follow the log's own. */
const toCheckpoint = (row: CheckpointRow, cosignatures: readonly string[]): Checkpoint => ({
  checkpointId: row.checkpoint_id,
  treeSize: Number(row.tree_size),
  // `pg` gives a Buffer: a view of whatever else the server sent.
  rootHash: new Uint8Array(row.root_hash),
  firstLeaf: Number(row.first_leaf),
  note: row.note && row.note + cosignatures.join(''),
  createdAt: row.created_at,
});
