// Writes what is projected from the registry and kept in the repository; with --check only compares.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERRORS } from '../src/core/error-codes.ts';
import { loadCatalogue } from '../src/operation/catalogue.ts';
import { buildAgentCard } from '../src/projection/agent-card.ts';
import { buildOpenapi } from '../src/projection/openapi.ts';
import { projectMcpTool } from '../src/projection/mcp-tools.ts';
import { insertOperationTables } from '../src/projection/reference.ts';

const isCheck = process.argv.includes('--check');
const root = fileURLToPath(new URL('..', import.meta.url));
const stale: string[] = [];

function put(path: string, content: string): void {
  const file = `${root}${path}`;
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  stale.push(path);
  if (isCheck) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, title, hint }]) => `| \`${code}\` | ${status} | ${title} | ${hint.replaceAll('|', '\\|')} |`);
  return [
    '# Errors',
    '',
    'Made from the registry in `src/core/error-codes.ts`. Every error is `{error, code, hint, request_id, charged: false}` with more members where',
    'they help. Codes are stable; messages may change. Only calls that succeed are charged.',
    '',
    '| code | status | what happened | what to do |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const catalogue = await loadCatalogue(`${root}tools`);
const identity = { baseUrl: 'http://127.0.0.1:8402', version: '0.0.0' };
put('test/snapshots/openapi.json', json(buildOpenapi(catalogue, identity)));
put('test/snapshots/agent-card.json', json(buildAgentCard(catalogue, identity)));
for (const tool of catalogue.tools) put(`test/snapshots/tools/${tool.name}.json`, json(projectMcpTool(tool)));
put('SKILL.md', insertOperationTables(read('SKILL.md'), catalogue));
put('resources/docs/errors.md', errorTable());
const verifier = spawnSync(process.execPath, [`${root}.config/build-verifier.mjs`, ...(isCheck ? ['--check'] : [])], { stdio: ['ignore', 'inherit', 'inherit'] });
if (verifier.status !== 0) stale.push('resources/verify/verify.mjs');

if (stale.length > 0) {
  console.error(`${isCheck ? 'Not fresh (run `npm run generate`)' : 'Written'}: ${stale.join(', ')}`);
  if (isCheck) process.exitCode = 1;
}
