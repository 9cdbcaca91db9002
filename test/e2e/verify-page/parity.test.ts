import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyArchive } from '../../../src/cli/verify-archive.ts';
import { toVerdictJson } from '../../../src/domain/verification/verdict-json.ts';
import { verifyBundle } from '../../../src/domain/verification/verify-bundle.ts';
import { GOLDEN_SIGNER, sealGolden } from '../../golden/golden-bundle.ts';
import { type BundleMap, readerOf } from '../../golden/memory-bundle.ts';
import { TAMPERINGS, UNSAFE_ARCHIVES } from '../../golden/tampered.ts';
import { zipOf } from '../../golden/write-bundle.ts';
import { startTestService, type TestService } from '../../support/api.ts';
import { type AnyClient, connectors } from '../../support/mcp-clients.ts';
import { checkInPage, launchBrowser, type OpenPage, openPage } from '../../support/verify-page.ts';

const VERIFIER = fileURLToPath(new URL('../../../resources/verify/verify.mjs', import.meta.url));

let service: TestService;
let client: AnyClient;
let browser: Browser;
let open: OpenPage;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  client = await connectors(service.baseUrl, {})['modern HTTP, pinned']!();
  browser = await launchBrowser();
  open = await openPage(browser);
  await open.page.fill('#signer', GOLDEN_SIGNER);
  folder = await mkdtemp(join(tmpdir(), 'affiant-parity-'));
});
afterAll(async () => {
  await browser.close();
  await client.close();
  await service.close();
  await rm(folder, { recursive: true });
});

type Json = ReturnType<typeof toVerdictJson>;

/** What the service says over REST and MCP of an uploaded archive. */
async function answersOn(archive: Buffer) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(archive)]), 'archive.zip');
  const rest = await service.call(`/v1/verify?signer=${GOLDEN_SIGNER}`, { method: 'POST', body, key: null });
  const file = { base64: archive.toString('base64'), filename: 'archive.zip' };
  const mcp = await client.callTool('archive_verify', { file, signer: GOLDEN_SIGNER });
  return { rest, mcp };
}

/** The verdicts of the command line, the stand-alone verifier and the page. */
async function verdictsOn(archive: Buffer) {
  const path = join(folder, 'archive.zip');
  await writeFile(path, archive);
  let text = '';
  await verifyArchive(
    { path, signer: GOLDEN_SIGNER, trustEmbedded: false, json: true },
    { write: (part) => (text += part) },
  );
  const args = [VERIFIER, path, '--signer', GOLDEN_SIGNER, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error);
  const { status, checks } = await checkInPage(open.page, archive);
  return { cli: JSON.parse(text) as Json, standalone: JSON.parse(stdout) as Json, page: { status, checks } };
}

const corpus: readonly { name: string; change: (files: BundleMap) => void }[] = [
  { name: 'nothing changed', change: () => undefined },
  ...TAMPERINGS,
];

it.each(corpus)('every verifier says the same of a bundle with $name', async ({ change }) => {
  const { files } = await sealGolden();
  change(files);
  const archive = await zipOf(files);
  const options = { createSha256: () => createHash('sha256'), trusted: [GOLDEN_SIGNER] };
  const expected = JSON.parse(JSON.stringify(toVerdictJson(await verifyBundle(readerOf(files), options))));
  const { cli, standalone, page } = await verdictsOn(archive);
  expect(cli).toEqual(expected);
  expect(standalone).toEqual(expected);
  expect(page).toEqual({ status: expected.status, checks: expected.checks });
  const { rest, mcp } = await answersOn(archive);
  expect(rest.status).toBe(expected.status === 'tampered' ? 409 : 200);
  expect(rest.body).toMatchObject(expected);
  expect(mcp.structuredContent).toEqual({ ...rest.body, checked_at: expect.any(String) });
});

it.each(UNSAFE_ARCHIVES)('every verifier refuses an archive with $name', async ({ code, make }) => {
  const archive = make((await sealGolden()).files);
  const { cli, standalone, page } = await verdictsOn(archive);
  expect(cli.checks).toMatchObject([{ id: 'archive_safe', status: 'fail' }]);
  expect(standalone).toEqual(cli);
  expect(page).toEqual({ status: cli.status, checks: cli.checks });
  const { rest, mcp } = await answersOn(archive);
  expect([rest.status, rest.body]).toMatchObject([422, { code }]);
  expect(mcp.isError).toBe(true);
  expect(mcp.content[0]?.text).toContain(code);
});

it('the page asked for nothing but itself and made no fault', () => {
  expect(open.requests.filter((url) => !/^(blob:|file:.*\/verify\.html$)/.test(url))).toEqual([]);
  expect(open.faults).toEqual([]);
});
