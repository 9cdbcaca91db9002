import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createUlid } from '../../core/id.ts';

/**
 * The secret in `path`, made at the first use: mode 0600, durable. Of two processes that make it at the same
 * time one wins, and both read the winner's.
 */
export async function readOrCreateSecret(path: string, create: () => Uint8Array): Promise<Uint8Array> {
  const present = await readFile(path).catch(() => null);
  if (present) return new Uint8Array(present);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${createUlid()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(create());
    await file.sync();
  } finally {
    await file.close();
  }
  // `link` fails when the name exists, where `rename` would replace the other process's secret.
  await link(draft, path).catch(() => {});
  await rm(draft);
  return new Uint8Array(await readFile(path));
}
