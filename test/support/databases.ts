import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Database, openDatabase } from '../../src/adapters/database/database.ts';
import { copyEmbeddedTemplate } from './embedded-template.ts';
import { ensurePostgres, startPostgres, type TestPostgres } from './postgres.ts';

/** Opens databases of one kind, each empty and with a data folder of its own. */
export interface DatabaseKind {
  readonly kind: Database['kind'];
  /** Start what the tests of a file share. Call it in `describe`. */
  prepare(): DatabaseSource;
}

export interface DatabaseSource {
  /** Another database (`place` absent), or another process's view of the same one. */
  open(place?: DatabasePlace): Promise<Database>;
  newPlace(): Promise<DatabasePlace>;
}

export interface DatabasePlace {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

const embedded: DatabaseKind = {
  kind: 'pglite',
  prepare: () =>
    source(async (dataDir) => {
      await copyEmbeddedTemplate(dataDir);
      return null;
    }),
};

const server: DatabaseKind = {
  kind: 'postgres',
  prepare() {
    let postgres: TestPostgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.stop());
    return source(() => postgres.createDatabase());
  },
};

/** Both kinds; the embedded one alone where PostgreSQL is absent. */
export const databaseKinds: readonly DatabaseKind[] = ensurePostgres() ? [embedded, server] : [embedded];

function source(create: (dataDir: string) => Promise<string | null>): DatabaseSource {
  const opened: Database[] = [];
  const folders: string[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const newPlace = async (): Promise<DatabasePlace> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'affiant-data-'));
    folders.push(dataDir);
    return { dataDir, databaseUrl: await create(dataDir) };
  };
  return {
    newPlace,
    async open(place) {
      const database = await openDatabase({ ...(place ?? (await newPlace())), onError: () => {} });
      opened.push(database);
      return database;
    },
  };
}
