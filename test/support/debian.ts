import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * See to it that a program of Debian's is there, e.g. `jq`: installs its package when this is a Debian
 * machine, we are root and AFFIANT_TEST_INSTALL is not "0".
 *
 * @returns whether the program can be run; tests that need it are skipped otherwise.
 */
export async function ensureProgram(program: string, packageName = program): Promise<boolean> {
  if (await exists(program)) return true;
  if (process.getuid?.() !== 0 || process.env['AFFIANT_TEST_INSTALL'] === '0' || !(await exists('apt-get')))
    return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update', '-q'], { env });
    await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', packageName], { env });
  } catch {
    return false;
  }
  return exists(program);
}

const exists = (program: string): Promise<boolean> =>
  run('sh', ['-c', 'command -v "$1"', 'sh', program]).then(
    () => true,
    () => false,
  );
