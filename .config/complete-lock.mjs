// Completes package-lock.json where a registry mirror lacks packages of other platforms: npm then leaves them out, and
// `npm ci` refuses the lock file for it. Run after every change of dependencies: node .config/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
/** Names that some publishers give to processors. */
const ALIASES = { amd64: 'x64' };
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

/** What the name of a platform package says of its platform; null when it is none. */
function platformOf(name) {
  const words = name.split(/[-/@]/).map((word) => ALIASES[word] ?? word);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length === 0 || cpu.length === 0) return null;
  const libc = words.some((word) => word.startsWith('musl')) ? { libc: ['musl'] } : {};
  return { cpu, ...libc, os };
}

let added = 0;
for (const [, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    const platform = platformOf(name);
    if (lock.packages[path] || !platform || !/^\d/.test(version)) continue;
    lock.packages[path] = { version, ...platform, ...(entry.dev && { dev: true }), optional: true };
    added += 1;
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(sorted);
if (added > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stderr.write(`${added} platform packages added\n`);
