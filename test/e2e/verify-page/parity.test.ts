import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createArchiveVerifier } from '../../../src/adapters/archive/archive-verifier.ts';
import { verifyArchive } from '../../../src/cli/verify-archive.ts';
import { EvidenceError } from '../../../src/core/error.ts';
import { toVerdictJson } from '../../../src/domain/verification/verdict-json.ts';
import { verdictOfOpenFailure, verifyBundle } from '../../../src/domain/verification/verify-bundle.ts';
import { GOLDEN_SIGNER, sealGolden } from '../../golden/golden-bundle.ts';
import { type BundleMap, readerOf } from '../../golden/memory-bundle.ts';
import { TAMPERINGS, UNSAFE_ARCHIVES } from '../../golden/tampered.ts';
import { zipOf } from '../../golden/write-bundle.ts';
import { checkInPage, launchBrowser, type OpenPage, openPage } from '../../support/verify-page.ts';

const VERIFIER = fileURLToPath(new URL('../../../resources/verify/verify.mjs', import.meta.url));
const worker = createArchiveVerifier();

let browser: Browser;
let open: OpenPage;
let folder: string;
beforeAll(async () => {
  browser = await launchBrowser();
  open = await openPage(browser);
  await open.page.fill('#signer', GOLDEN_SIGNER);
  folder = await mkdtemp(join(tmpdir(), 'affiant-parity-'));
});
afterAll(async () => {
  await browser.close();
  await worker.close();
  await rm(folder, { recursive: true });
});

type Json = ReturnType<typeof toVerdictJson>;

/** The verdicts of the command line, the stand-alone verifier and the page. */
async function verdictsOn(
  archive: Buffer,
): Promise<{ cli: Json; standalone: Json; page: Pick<Json, 'status' | 'checks'> }> {
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
  return { cli: JSON.parse(text), standalone: JSON.parse(stdout), page: { status, checks } };
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
  const service = await worker.verify(archive, { trusted: [GOLDEN_SIGNER] }, new AbortController().signal);
  expect(toVerdictJson(service)).toEqual(expected);
});

it.each(UNSAFE_ARCHIVES)('every verifier refuses an archive with $name', async ({ code, make }) => {
  const archive = make((await sealGolden()).files);
  const { cli, standalone, page } = await verdictsOn(archive);
  expect(cli.checks).toMatchObject([{ id: 'archive_safe', status: 'fail' }]);
  expect(standalone).toEqual(cli);
  expect(page).toEqual({ status: cli.status, checks: cli.checks });
  const refusal = await worker
    .verify(archive, { trusted: [GOLDEN_SIGNER] }, new AbortController().signal)
    .catch((error) => error);
  expect(refusal).toBeInstanceOf(EvidenceError);
  expect([refusal.code, verdictOfOpenFailure(refusal).status]).toEqual([code, 'tampered']);
});

it('the page asked for nothing but itself and made no fault', () => {
  expect(open.requests.filter((url) => !/^(blob:|file:.*\/verify\.html$)/.test(url))).toEqual([]);
  expect(open.faults).toEqual([]);
});
