// Installs what a fresh clone lacks. Runs as `pre…` script with whatever Node the machine has (20 or later),
// so it is plain JavaScript without dependencies. Silent when there is nothing to do.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const say = (text) => process.stderr.write(`${text}\n`);

/** Packages of the lock file that are missing or of another version; optional ones may be absent. */
function stalePackages() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return ['everything'];
  const wanted = read('package-lock.json').packages;
  const installed = read('node_modules/.package-lock.json').packages;
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && !entry.optional && installed[path]?.version !== entry.version)
    .map(([path]) => path);
}

function run(command, args) {
  // Progress goes to stderr: stdout belongs to the command behind this script.
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) {
    say(`${command} ${args.join(' ')} failed (${status}). Node 20 or later, npm and the npm registry are needed.`);
    process.exit(status ?? 1);
  }
}

const stale = stalePackages();
if (stale.length > 0) {
  say(`Installing locked dependencies (${stale.length === 1 ? stale[0] : `${stale.length} packages`} missing or stale) …`);
  run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund']);
}
if (!existsSync(join(root, 'node_modules/node/bin/node'))) run('npm', ['rebuild', 'node', '--loglevel=error']);
