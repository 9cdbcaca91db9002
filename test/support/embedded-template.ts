import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPglite } from '../../src/adapters/database/pglite.ts';

const cache = new URL('../../node_modules/.cache/affiant/', import.meta.url).pathname;
const manifest = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url);

/**
 * Put an empty embedded database into `<dataDir>/pg`: a copy of one that is made once for each version of
 * PGlite, since making one takes seconds.
 */
export async function copyEmbeddedTemplate(dataDir: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const template = join(cache, `pglite-${version}`);
  if (!existsSync(template)) await makeTemplate(template);
  cpSync(template, join(dataDir, 'pg'), { recursive: true });
}

async function makeTemplate(template: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const draft = join(cache, randomUUID());
  const pglite = await openPglite(draft);
  await pglite.close();
  try {
    renameSync(draft, template);
  } catch {
    // Another test process was faster.
    rmSync(draft, { recursive: true });
  }
}
