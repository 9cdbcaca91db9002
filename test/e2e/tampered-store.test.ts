import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toHex } from '../../src/core/bytes.ts';
import { GOLDEN_KEY } from '../golden/golden-bundle.ts';
import type { BundleMap } from '../golden/memory-bundle.ts';
import { TAMPERINGS } from '../golden/tampered.ts';
import { KEY, startTestService, type TestService } from '../support/api.ts';
import { type AnyClient, connectors } from '../support/mcp-clients.ts';
import { startSite } from '../support/site.ts';

/** As many words as the tampered corpus expects, and more than one chunk. */
const PAGE = `<!doctype html><html lang="en"><title>Terms</title><h1>Terms</h1><p>${'fee '.repeat(599)}</p>`;

let service: TestService;
let client: AnyClient | undefined;
let bundleId: string;
let folder: string;
let stored: BundleMap;
beforeAll(async () => {
  const site = await startSite({ '/': PAGE });
  service = await startTestService({ AFFIANT_SIGNING_KEY: toHex(GOLDEN_KEY) });
  const { body } = await service.call<{ bundle_id: string; metadata: { word_count: number } }>(
    '/v1/extract?sync=true',
    { json: { source: site.url } },
  );
  expect(body.metadata.word_count).toBe(600);
  await site.close();
  bundleId = body.bundle_id;
  client = await connectors(service.baseUrl, { 'x-api-key': KEY })['modern HTTP, pinned']!();
  folder = join(service.dataDir, 'bundles', bundleId);
  stored = await filesOf(folder);
});
afterAll(async () => {
  await client?.close();
  await service.close();
});

/** What was sealed. Seals are left alone: every check adds to them. */
async function filesOf(root: string): Promise<BundleMap> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: BundleMap = new Map();
  for (const path of paths) files.set(path.slice(root.length + 1), await readFile(path));
  for (const path of files.keys()) if (path.startsWith('seals/')) files.delete(path);
  return files;
}

async function layOut(files: BundleMap): Promise<void> {
  for (const path of stored.keys()) if (!files.has(path)) await rm(join(folder, path), { force: true });
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

interface Verdict {
  readonly status: string;
  readonly checks: readonly { readonly id: string; readonly status: string }[];
  readonly tampered: readonly string[];
}

it.each(TAMPERINGS)(
  'a stored bundle with $name is told over REST and MCP',
  async ({ change, failing, tampered }) => {
    const files = new Map(stored);
    change(files);
    await layOut(files);
    const rest = await service.call<Verdict>(`/v1/extract/${bundleId}/verify`);
    const mcp = await client!.callTool('bundle_verify', { bundle_id: bundleId });
    await Promise.all(
      [...files.keys()].filter((path) => !stored.has(path)).map((path) => rm(join(folder, path))),
    );
    await layOut(stored);
    expect([rest.status, rest.body]).toMatchObject([409, { status: 'tampered', code: 'ARTIFACT_TAMPERED' }]);
    expect(mcp.isError).toBeFalsy();
    for (const verdict of [rest.body, mcp.structuredContent as unknown as Verdict]) {
      const failed = verdict.checks.filter(({ status }) => status === 'fail').map(({ id }) => id);
      expect(failed).toEqual(expect.arrayContaining([...failing]));
      expect(verdict.tampered).toEqual(expect.arrayContaining([...tampered]));
    }
  },
);

it('is verified again once every file is as it was sealed', async () => {
  const { status, body } = await service.call(`/v1/extract/${bundleId}/verify`);
  expect([status, body['status']]).toEqual([200, 'verified']);
});
