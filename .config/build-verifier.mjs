// Bundles src/cli/standalone-verifier.ts into resources/verify/verify.mjs. With --check: fails if that file is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = fileURLToPath(new URL('../resources/verify/verify.mjs', import.meta.url));

const banner = `#!/usr/bin/env node
// Stand-alone verifier of Affiant evidence bundles. Generated from src/cli/standalone-verifier.ts: do not edit.
// One file, no dependency, Node 18 or later. Prefer a copy from a source you trust over the one inside a bundle.
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
String.prototype.isWellFormed ??= function () {
  return !/\\p{Surrogate}/u.test(this); // Node 18 lacks it
};`;

const [{ contents }] = buildSync({
  absWorkingDir: root,
  entryPoints: ['src/cli/standalone-verifier.ts'],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  target: 'node18',
  // Readable on purpose: an auditor may want to know what they run.
  minify: false,
  legalComments: 'inline',
  banner: { js: banner },
}).outputFiles;

if (!process.argv.includes('--check')) {
  writeFileSync(target, contents);
} else if (!Buffer.from(contents).equals(readFileSync(target))) {
  console.error('resources/verify/verify.mjs is stale: run `node .config/build-verifier.mjs`.');
  process.exitCode = 1;
}
