import { join } from 'node:path';
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { type ConstructorOptions, fromPglite } from 'pg-boss';
import { toDatabaseError } from './database-error.ts';
import { startHousekeeping } from './housekeeping.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import type { Schema } from './schema.ts';

/** Which database to open. */
export interface DatabaseOptions {
  /** The embedded database lies in `<dataDir>/pg`. */
  readonly dataDir: string;
  /** A PostgreSQL server; null for the embedded database. */
  readonly databaseUrl: string | null;
  /** Faults behind no call: a lost idle connection, housekeeping. */
  readonly onError: (error: unknown) => void;
}

/** The open database. Its calls throw EvidenceError only: `DATABASE_UNAVAILABLE`, `INTERNAL`, or what `work` threw. */
export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /** Statements that stand alone. */
  query<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>;
  /**
   * All or nothing. `work` uses its own argument only: PGlite has one connection, so a statement beside
   * the transaction would wait for it forever.
   */
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Hear notifications as soon as they are committed; null on a server, where they come late. */
  readonly listen: ((channel: string, onNotice: (payload: string) => void) => Promise<void>) | null;
  /** How pg-boss reaches this database. */
  readonly queueConnection: Pick<ConstructorOptions, 'db' | 'backend' | 'connectionString'>;
  close(): Promise<void>;
}

/**
 * Open the database and bring its tables up to date.
 *
 * @throws EvidenceError `DATABASE_UNAVAILABLE`, `INTERNAL`.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  try {
    const database =
      options.databaseUrl === null ? await openEmbedded(options) : openServer(options.databaseUrl, options);
    try {
      await database.query(migrate);
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    throw toDatabaseError(error);
  }
}

async function openEmbedded({ dataDir, onError }: DatabaseOptions): Promise<Database> {
  const pglite = await openPglite(join(dataDir, 'pg'));
  const stopHousekeeping = startHousekeeping(pglite, onError);
  return {
    kind: 'pglite',
    ...statements(new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) })),
    async listen(channel, onNotice) {
      await pglite.listen(channel, onNotice);
    },
    queueConnection: { db: fromPglite(pglite), backend: 'pglite' },
    async close() {
      stopHousekeeping();
      if (!pglite.closed) await pglite.close();
    },
  };
}

function openServer(databaseUrl: string, { onError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'affiant',
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', onError);
  // Nor does the pool listen to a connection in use. What uses it fails with its next statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind: 'postgres',
    ...statements(kysely),
    listen: null,
    queueConnection: { connectionString: databaseUrl },
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

function statements(kysely: Kysely<Schema>): Pick<Database, 'query' | 'transaction'> {
  const translated = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toDatabaseError(error);
    }
  };
  return {
    query: (work) => translated(() => work(kysely)),
    transaction: (work) => translated(() => kysely.transaction().execute(work)),
  };
}
