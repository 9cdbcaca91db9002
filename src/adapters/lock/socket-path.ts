import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { EvidenceError } from '../../core/error.ts';

/** A socket's path lies in a field of 104 bytes on macOS, 108 on Linux; the last one is NUL. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Where the control socket of a data folder lies: `<dataDir>/affiant.sock`, or a name derived from the
 * folder's real path in a private folder of the system's temporary one, when that is too long for a socket.
 *
 * @throws EvidenceError `DATA_DIR_LOCKED` when somebody else made that private folder.
 */
export async function controlSocketPath(dataDir: string): Promise<string> {
  const folder = await realpath(dataDir);
  const path = join(folder, 'affiant.sock');
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return path;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  return join(await privateFolder(), `${name}.sock`);
}

async function privateFolder(): Promise<string> {
  const { uid } = userInfo();
  const path = join(tmpdir(), `affiant-${uid}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  // Anybody may make names in the temporary folder: a stranger's folder could hold a stranger's socket.
  const entry = await lstat(path);
  if (entry.isDirectory() && entry.uid === uid && (entry.mode & 0o077) === 0) return path;
  const hint =
    'Remove the folder affiant-<uid> from the temporary folder, or use a shorter AFFIANT_DATA_DIR.';
  throw new EvidenceError(
    'DATA_DIR_LOCKED',
    'The temporary folder for the socket belongs to somebody else.',
    { hint },
  );
}
