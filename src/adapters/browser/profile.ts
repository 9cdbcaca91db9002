import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Process ids mean something on one host only, and folders may be shared. */
const PROFILE_PREFIX = `chromium-${hostname()}-`;

/** Make an empty profile folder that says whose it is. */
export async function createProfile(tempDir: string): Promise<string> {
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  return mkdtemp(join(tempDir, `${PROFILE_PREFIX}${process.pid}-`));
}

/** Remove the profiles of processes that were killed before they could remove them. */
export async function removeOrphans(tempDir: string): Promise<void> {
  const names = await readdir(tempDir).catch(() => []);
  for (const name of names.filter((name) => name.startsWith(PROFILE_PREFIX))) {
    const owner = Number(name.slice(PROFILE_PREFIX.length).split('-', 1)[0]);
    if (!isAlive(owner)) await rm(join(tempDir, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
