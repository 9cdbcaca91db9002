import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { buildPdf } from '../support/pdf.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { PAY_TO, PAYER, payByV2 } from '../support/wallets.ts';
import { ARTICLE_QUOTE, startDemoSite } from './demo-site.ts';

const KEY = 'afk_demodemo_0123456789abcdefghijklmnopqrstuvwxyzABCD';
const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const run = promisify(execFile);

const MINUTES = Array.from({ length: 12 }, (_, index) => `Minutes of the board, page ${index + 1} of 12.`);

type Json = Record<string, unknown>;

const folder = await mkdtemp(join(tmpdir(), 'affiant-demo-'));
const started = performance.now();
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Run one step, print it with its time; a failing one ends the demo. */
async function step<T>(
  title: string,
  work: () => Promise<T>,
  tell: (value: T) => string = () => '',
): Promise<T> {
  const begin = performance.now();
  const value = await work();
  const seconds = ((performance.now() - begin) / 1000).toFixed(2);
  say(`  ✓ ${title.padEnd(62)} ${seconds.padStart(6)} s`);
  const detail = tell(value);
  if (detail) say(`      ${detail}`);
  return value;
}

function expect(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`expected: ${what}`);
}

async function call(
  service: ServiceProcess,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: Json }> {
  const headers = { 'x-api-key': KEY, ...(init.body ? { 'content-type': 'application/json' } : {}) };
  const response = await fetch(`${service.baseUrl}${path}`, { ...init, headers });
  return { status: response.status, body: (await response.json()) as Json };
}

async function captureByMcp(service: ServiceProcess, pdf: Uint8Array): Promise<Json> {
  const client = new Client({ name: 'affiant-demo', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${KEY}` } },
  });
  await client.connect(transport);
  const file = { base64: Buffer.from(pdf).toString('base64'), filename: 'minutes.pdf' };
  const answer = await client.callTool({ name: 'extract', arguments: { file, sync: true } });
  await client.close();
  expect(!answer.isError, 'the MCP call succeeds');
  return answer.structuredContent as Json;
}

/** The paying client is @x402/fetch as its users have it: 402, sign, repeat. */
async function buyByWallet(service: ServiceProcess) {
  const route = `${service.baseUrl}/v1/quickstart/sample-bundle`;
  const unpaid = await fetch(route, { method: 'POST' });
  expect(unpaid.status === 402, `402, got ${unpaid.status}`);
  const response = await payByV2()(route, { method: 'POST' });
  expect(response.status === 201, `201, got ${response.status}`);
  const { bundle_id: id } = (await response.json()) as Json;
  const seal = await readFile(join(folder, 'data/bundles', String(id), 'seals/payment.json'), 'utf8');
  const receipt = response.headers.get('x-payment-receipt') ?? '';
  expect(receipt.startsWith('0xdecaf000'), 'the mock’s receipt');
  return { payer: PAYER.address, receipt, seal: JSON.parse(seal) as Json };
}

async function verifyOffline(archive: string, signer: string): Promise<number> {
  const result = await run(process.execPath, [
    join(archive, 'verify/verify.mjs'),
    archive,
    '--signer',
    signer,
  ]).catch((error: { code: number }) => error);
  return 'code' in result ? result.code : 0;
}

async function demo(): Promise<void> {
  const site = await step('a local site with a page and a PDF', startDemoSite);
  const env = {
    AFFIANT_DATA_DIR: join(folder, 'data'),
    AFFIANT_BOOTSTRAP_API_KEY: KEY,
    AFFIANT_ALLOW_NETWORKS: `127.0.0.0/8:${site.port}`,
    // Base Sepolia with the mock facilitator: signatures are checked, no money moves.
    AFFIANT_X402_PAY_TO: PAY_TO,
    LOG_LEVEL: 'warn',
  };
  const service = await step(
    'the service starts in a temporary data folder',
    () => startService(env),
    ({ baseUrl }) => baseUrl,
  );
  try {
    const page = await step(
      'POST /v1/extract?sync=true captures the page',
      async () => {
        const { status, body } = await call(service, '/v1/extract?sync=true', {
          method: 'POST',
          body: JSON.stringify({ source: site.url }),
        });
        expect(status === 200, `200, got ${status} ${JSON.stringify(body)}`);
        return body;
      },
      (body) => `${body['bundle_id']}  artifacts: ${Object.keys(body['artifacts'] as Json).join(', ')}`,
    );
    const pdf = await step(
      'tools/call extract (MCP) captures a 12-page PDF',
      () => captureByMcp(service, buildPdf({ title: 'Minutes', pages: MINUTES })),
      (body) => `${body['bundle_id']}  pages: ${(body['metadata'] as Json)['pages']}`,
    );
    const id = String(page['bundle_id']);
    await step(
      'a wallet without an account buys a sample bundle (x402, mock)',
      () => buyByWallet(service),
      ({ payer, receipt, seal }) =>
        `${payer} paid ${seal['amount']} units, X-Payment-Receipt ${receipt.slice(0, 18)}…, bound to manifest ${String(seal['manifest_sha256']).slice(0, 16)}…`,
    );
    await step('both bundles verify', async () => {
      for (const bundle of [page, pdf]) {
        const { status, body } = await call(service, `/v1/extract/${bundle['bundle_id']}/verify`);
        expect(status === 200 && body['verified'] === true, `verified, got ${status}`);
      }
    });
    await step(
      'a quote is proved by its Merkle path',
      async () => {
        const { body } = await call(service, `/v1/extract/${id}/verify-citation`, {
          method: 'POST',
          body: JSON.stringify({ text: ARTICLE_QUOTE }),
        });
        expect(body['verified'] === true, 'the quote is found');
        return body;
      },
      (body) =>
        `"${ARTICLE_QUOTE}" in ${body['chunk_id']}, root ${String(body['merkle_root']).slice(0, 16)}…`,
    );
    await step('an invented quote is not', async () => {
      const { body } = await call(service, `/v1/extract/${id}/verify-citation`, {
        method: 'POST',
        body: JSON.stringify({ text: 'The tower is made of cheese.' }),
      });
      expect(body['verified'] === false, 'the quote is not found');
    });
    const signer = await step('the signer’s address comes from /.well-known/affiant-keys.json', async () => {
      const { body } = await call(service, '/.well-known/affiant-keys.json');
      return String((body['keys'] as Json[])[0]?.['signer_address']);
    });
    const archive = await step(
      'GET …/download writes the archive',
      async () => {
        const response = await fetch(`${service.baseUrl}/v1/extract/${id}/download`, {
          headers: { 'x-api-key': KEY },
        });
        const path = join(folder, 'evidence.zip');
        await writeFile(path, new Uint8Array(await response.arrayBuffer()));
        return path;
      },
      (path) => path,
    );
    await step('affiant verify says verified (exit code 0), offline', async () => {
      const { stdout } = await run(process.execPath, [MAIN, 'verify', archive, '--signer', signer, '--json']);
      expect((JSON.parse(stdout) as Json)['status'] === 'verified', 'verified');
    });
    const stored = join(env.AFFIANT_DATA_DIR, 'bundles', id);
    await step('the archive’s own verify.mjs agrees', async () =>
      expect((await verifyOffline(stored, signer)) === 0, 'exit code 0'),
    );
    await tamper({ service, env, id, signer });
  } finally {
    await service.stop();
    await site.close();
  }
}

async function tamper({
  service,
  env,
  id,
  signer,
}: {
  service: ServiceProcess;
  env: Record<string, string>;
  id: string;
  signer: string;
}): Promise<void> {
  await service.stop();
  const copy = join(folder, 'tampered');
  await cp(env['AFFIANT_DATA_DIR'] ?? '', copy, {
    recursive: true,
    filter: (path) => !path.endsWith('.sock'),
  });
  const bundle = join(copy, 'bundles', id);
  const text = await readFile(join(bundle, 'artifacts/content.md'), 'utf8');
  await writeFile(join(bundle, 'artifacts/content.md'), text.replace('330', '331'));
  const second = await startService({ ...env, AFFIANT_DATA_DIR: copy });
  try {
    await step(
      'one digit changed in a copy: verify answers 409',
      async () => {
        const { status, body } = await call(second, `/v1/extract/${id}/verify`);
        expect(status === 409 && body['verified'] === false, `409, got ${status}`);
        return body;
      },
      (body) => `tampered: ${(body['tampered'] as string[]).join(', ')}`,
    );
    await step('and verify.mjs ends with exit code 1', async () =>
      expect((await verifyOffline(bundle, signer)) === 1, 'exit code 1'),
    );
  } finally {
    await second.stop();
  }
}

say('Affiant demo');
try {
  await demo();
  say(`All held, in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
} catch (error) {
  say(`  ✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
