// Bundles the verifiers that people keep: resources/verify/verify.mjs for Node and verify.html for browsers.
// With --check: fails if one of them is stale.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { REPORT_STYLE } from '../src/domain/report/style.ts';

const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const source = (path) => readFileSync(pathOf(path), 'utf8');

const BANNER = `#!/usr/bin/env node
// Stand-alone verifier of Affiant evidence bundles. Generated from src/cli/standalone-verifier.ts: do not edit.
// One file, no dependency, Node 18 or later. Prefer a copy from a source you trust over the one inside a bundle.
import { webcrypto } from 'node:crypto';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
globalThis.crypto ??= webcrypto; // Node 18 keeps it in a module
String.prototype.isWellFormed ??= function () {
  return !/\\p{Surrogate}/u.test(this); // Node 18 lacks it
};`;

function bundle(entry, options) {
  const { outputFiles } = buildSync({
    absWorkingDir: pathOf(''),
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    // Readable on purpose: an auditor may want to know what they run.
    minify: false,
    legalComments: 'inline',
    ...options,
  });
  return outputFiles[0].text;
}

const buildProgram = () =>
  bundle('src/cli/standalone-verifier.ts', { platform: 'node', target: 'node18', banner: { js: BANNER } });

function buildPage() {
  const script = bundle('src/web/verify-page.ts', { platform: 'browser', target: 'es2022' });
  if (/<!--|<\/?script/i.test(script)) throw new Error('the script would end its own element');
  const style = `${REPORT_STYLE}${source('src/web/page-style.css')}`;
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    'img-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  // Replacers: a plain replacement text would have its `$` signs read.
  return source('src/web/verify-page.html')
    .replace('content="policy"', () => `content="${policy}"`)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`);
}

const isCheck = process.argv.includes('--check');
const targets = { 'resources/verify/verify.mjs': buildProgram(), 'resources/verify/verify.html': buildPage() };
for (const [path, content] of Object.entries(targets)) {
  if (!isCheck) {
    writeFileSync(pathOf(path), content);
  } else if (source(path) !== content) {
    console.error(`${path} is stale: run \`node .config/build-verifier.mjs\`.`);
    process.exitCode = 1;
  }
}
