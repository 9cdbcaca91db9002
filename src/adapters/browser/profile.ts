import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Process ids mean something on one host only, and folders may be shared. */
const PROFILE_PREFIX = `chromium-${hostname()}-`;

/** Chromium puts a socket below its profile, which is its `TMPDIR` too, and does not start when its path is too long. */
const SOCKET = '/org.chromium.Chromium.XXXXXX/SingletonSocket';
/** A socket's path lies in a field of 104 bytes on macOS, 108 on Linux; the last one is NUL. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Make an empty profile folder that says whose it is.
 *
 * @param tempDir where it lies, unless that is too long a path for what Chromium puts below it: then in the system's
 *   temporary folder.
 */
export async function createProfile(tempDir: string): Promise<string> {
  const [place = tempDir] = placesOf(tempDir).filter(isShort);
  await mkdir(place, { recursive: true, mode: 0o700 });
  return mkdtemp(prefixIn(place));
}

/** Remove the profiles of processes that were killed before they could remove them. */
export async function removeOrphans(tempDir: string): Promise<void> {
  for (const place of placesOf(tempDir)) {
    const names = await readdir(place).catch(() => []);
    for (const name of names.filter((name) => name.startsWith(PROFILE_PREFIX))) {
      const owner = Number(name.slice(PROFILE_PREFIX.length).split('-', 1)[0]);
      if (!isAlive(owner)) await rm(join(place, name), { recursive: true, force: true, maxRetries: 3 });
    }
  }
}

const placesOf = (tempDir: string): readonly string[] => [tempDir, tmpdir()];

const prefixIn = (place: string): string => join(place, `${PROFILE_PREFIX}${process.pid}-`);

const isShort = (place: string): boolean =>
  Buffer.byteLength(`${prefixIn(place)}XXXXXX${SOCKET}`) <= MAX_SOCKET_PATH_BYTES;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
