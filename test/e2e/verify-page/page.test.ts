import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import express from 'express';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignRequestId } from '../../../http/request-id.ts';
import { type VerifyPageParts, verifyPageRoutes } from '../../../http/verify-page.ts';
import { fromUtf8, utf8 } from '../../../src/core/bytes.ts';
import { readWhole } from '../../../src/domain/bundle/read-whole.ts';
import { REPORT_PATH, withReport } from '../../../src/domain/report/with-report.ts';
import { buildKeyList, encodeKeyList } from '../../../src/domain/signing/key-list.ts';
import { GOLDEN_KEY_RECORD, GOLDEN_SIGNER, sealGolden } from '../../golden/golden-bundle.ts';
import { readerOf } from '../../golden/memory-bundle.ts';
import { writeFolder, zipOf } from '../../golden/write-bundle.ts';
import { fakeFaces } from '../../support/faces.ts';
import { sealSample } from '../../support/sample-bundle.ts';
import { hasOpenssl, makeAuthority } from '../../support/timestamp-authority.ts';
import {
  checkInPage,
  launchBrowser,
  type OpenPage,
  openPage,
  type ShownVerdict,
  verdictOf,
} from '../../support/verify-page.ts';

const OTHER_SIGNER = `0x${'11'.repeat(20)}`;
const keyList = buildKeyList([GOLDEN_KEY_RECORD], null);
const sample = await zipOf(await sealSample());
const tampered = await (async () => {
  const files = await sealSample();
  const text = Uint8Array.from(files.get('artifacts/content.md') ?? []);
  text[30] = (text[30] ?? 0) ^ 1;
  return zipOf(files.set('artifacts/content.md', text).set('artifacts/extra.txt', utf8('x')));
})();

let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), 'affiant-verify-page-'));
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/** Use a page, then see that it asked for nothing and complained of nothing. */
async function usePage(use: (page: Page, open: OpenPage) => Promise<void>, url?: string): Promise<void> {
  const open = await openPage(browser, url);
  try {
    await use(open.page, open);
    expect(open.requests.slice(1).filter((request) => !request.startsWith('blob:'))).toEqual([]);
    expect(open.faults).toEqual([]);
  } finally {
    await open.page.close();
  }
}

/** 1 for the picture of the sample, 0 for one that was not loaded. */
const naturalWidth = (image: Locator): Promise<number> =>
  image.evaluate((shown) => (shown as unknown as { naturalWidth: number }).naturalWidth);

describe('whose seal counts', () => {
  it('is the signer whose address was typed, before or after the archive was chosen', () =>
    usePage(async (page) => {
      expect(await checkInPage(page, sample)).toMatchObject({
        status: 'undecided',
        heading: 'Not decided: whose seal do you trust?',
      });
      for (const [signer, status] of [
        [GOLDEN_SIGNER, 'verified'],
        [OTHER_SIGNER, 'tampered'],
      ] as const) {
        await page.fill('#signer', signer);
        await page.press('#signer', 'Enter');
        await page.locator(`main[data-verdict=${status}]`).waitFor();
      }
      expect((await verdictOf(page)).heading).toBe('Not sealed by a signer you trust');
    }));

  it('is nobody while the address is none, and the field says so', () =>
    usePage(async (page) => {
      await page.fill('#signer', '0x12');
      expect((await checkInPage(page, sample)).status).toBe('undecided');
      expect(await page.getByRole('alert').first().textContent()).toMatch(/^This is no address/);
      expect(await page.getAttribute('#signer', 'aria-invalid')).toBe('true');
      await page.fill('#signer', GOLDEN_SIGNER);
      await page.press('#signer', 'Enter');
      await page.locator('main[data-verdict=verified]').waitFor();
      expect(await page.getAttribute('#signer', 'aria-invalid')).toBe('false');
    }));

  it('is whoever stands in a saved list of keys', () =>
    usePage(async (page) => {
      const file = {
        name: 'keys.json',
        mimeType: 'application/json',
        buffer: Buffer.from(encodeKeyList(keyList)),
      };
      await page.setInputFiles('#keys', file);
      expect((await checkInPage(page, sample)).status).toBe('verified');
      expect(await page.locator('#result').textContent()).toContain('the list of keys in the file keys.json');
      await page.setInputFiles('#keys', { ...file, buffer: Buffer.from('{}') });
      await page.locator('main[data-verdict=undecided]').waitFor();
      expect(await page.locator('#keys-fault').textContent()).toMatch(/^This file is no list of keys/);
    }));

  it.runIf(hasOpenssl)('is also the timestamping authority whose root was chosen', async () => {
    const authority = makeAuthority();
    const { files } = await sealGolden();
    const at = new Date('2026-01-02T03:10:00.000Z');
    files.set('seals/tsa/one.tsr', authority.stampAt(files.get('signature.json')!, at));
    const archive = await zipOf(files);
    const timestamps = ({ checks }: ShownVerdict) => checks.find(({ id }) => id === 'timestamps')?.status;
    await usePage(async (page) => {
      await page.fill('#signer', GOLDEN_SIGNER);
      expect(timestamps(await checkInPage(page, archive))).toBe('unknown');
      await page.setInputFiles('#roots', authority.rootPath);
      await page.locator('[data-check=timestamps][data-status=pass]').waitFor();
      expect(await page.locator('#result').textContent()).toContain(
        'not later than 2026-01-02T03:10:00.000Z',
      );
      await page.setInputFiles('#roots', {
        name: 'roots.pem',
        mimeType: 'text/plain',
        buffer: Buffer.from('none'),
      });
      await page.locator('[data-check=timestamps][data-status=unknown]').waitFor();
      expect(await page.locator('#roots-fault').textContent()).toBe('This file holds no certificates (PEM).');
    });
    authority.remove();
  });

  it('is whom the archive names only when that is asked for, and then it says how little it means', () =>
    usePage(async (page) => {
      await page.getByLabel('The list inside the archive').check();
      expect(await checkInPage(page, sample)).toMatchObject({
        status: 'verified',
        heading: 'Consistent in itself',
      });
    }));

  it('is the service itself where it served the page', async () => {
    const verifyPage = await readFile(
      new URL('../../../resources/verify/verify.html', import.meta.url),
      'utf8',
    );
    const pipeline = { call: async () => ({ output: keyList }) } as unknown as VerifyPageParts['pipeline'];
    const { parts } = fakeFaces('http://service.example');
    const server = createServer(
      express().use(assignRequestId, verifyPageRoutes({ ...parts, pipeline, verifyPage })),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      await usePage(
        async (page) => {
          const choice = page.getByLabel('The keys of http://service.example, as they came with this page');
          expect(await choice.isChecked()).toBe(true);
          expect((await checkInPage(page, sample)).status).toBe('verified');
          await page.fill('#signer', OTHER_SIGNER);
          await page.press('#signer', 'Enter');
          await page.locator('main[data-verdict=tampered]').waitFor();
        },
        `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify`,
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('what is shown', () => {
  it('is what was captured, the screenshot and the text', () =>
    usePage(async (page) => {
      await page.fill('#signer', GOLDEN_SIGNER);
      expect((await checkInPage(page, sample)).heading).toBe('Verified');
      const report = (await page.locator('#result').textContent()) ?? '';
      for (const fact of [
        'https://example.com/terms',
        '2026-01-02 03:04:07 UTC',
        '192.0.2.1',
        'TLSv1.3',
        'HTTP status 200 over h2',
        'Terms of service',
        GOLDEN_SIGNER,
      ])
        expect(report).toContain(fact);
      const image = page.getByRole('img', { name: 'Screenshot of the captured page' });
      expect(await naturalWidth(image)).toBe(1);
      expect(await page.getByRole('region', { name: 'Text of the document' }).textContent()).toContain(
        'The fee is 12 €',
      );
      expect(await page.title()).toBe('ev_01JD0000000000000000000000 verified');
    }));

  it('is what differs, and nothing of a file that is not the sealed one', () =>
    usePage(async (page) => {
      await page.fill('#signer', GOLDEN_SIGNER);
      expect((await checkInPage(page, tampered)).heading).toBe('Do not rely on this archive');
      expect(await page.locator('.verdict li').allTextContents()).toEqual([
        'artifacts/content.md',
        'artifacts/extra.txt',
      ]);
      expect(await page.locator('pre.text').count()).toBe(0);
    }));

  it('is a warning above the facts of a manifest that no signature stands behind', () =>
    usePage(async (page) => {
      const files = await sealSample();
      const manifest = fromUtf8(files.get('manifest.json') ?? new Uint8Array()).replaceAll(
        'example.com',
        'example.org',
      );
      await checkInPage(page, await zipOf(files.set('manifest.json', utf8(manifest))));
      expect(await page.locator('.warning').last().textContent()).toContain(
        'No valid signature stands behind it.',
      );
    }));

  it('is text, whatever a page calls itself', () =>
    usePage(async (page) => {
      const attack = '<img src="http://127.0.0.1:9/x" onerror="alert(1)"><script>alert(2)</script>';
      const files = await sealSample({
        title: `${attack}\u202egpj`,
        finalUrl: `javascript:alert(3)//${attack}`,
        markdown: attack.repeat(40),
      });
      const record = {
        seq: 1,
        type: attack,
        at: attack,
        agent_id: attack,
        action: attack,
        receipt_id: attack,
        signer_address: attack,
      };
      files.set('seals/custody.jsonl', utf8(`${JSON.stringify(record)}\n`));
      await page.fill('#signer', GOLDEN_SIGNER);
      await checkInPage(page, await zipOf(files));
      expect(await page.locator('img').count()).toBe(1);
      expect(await page.locator('#result script, #result a').count()).toBe(0);
      const report = (await page.locator('#result').textContent()) ?? '';
      expect(report).toContain(`${attack}[U+202E]gpj`);
      expect(report.split(attack).length).toBeGreaterThan(45);
    }));

  it('can be saved as JSON', () =>
    usePage(async (page) => {
      await page.fill('#signer', GOLDEN_SIGNER);
      await checkInPage(page, sample);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the verdict' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('ev_01JD0000000000000000000000-verdict.json');
      expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
        status: 'verified',
        level: 1,
      });
    }));

  it('is fit for a case file on paper: no form, every page names the bundle', () =>
    usePage(async (page) => {
      await page.fill('#signer', GOLDEN_SIGNER);
      await checkInPage(page, sample);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.form').isVisible()).toBe(false);
      expect(await page.getByRole('heading', { name: 'Verified' }).isVisible()).toBe(true);
      const marks = await page.evaluate('document.adoptedStyleSheets[0].cssRules[0].cssText');
      expect(marks).toMatch(/ev_01JD0000000000000000000000[\s\S]*[0-9a-f]{64}/);
      expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    }));
});

describe('choosing an archive', () => {
  it('works by dropping it anywhere', () =>
    usePage(async (page) => {
      await page.fill('#signer', GOLDEN_SIGNER);
      const transfer = await page.evaluateHandle(
        (bytes) => {
          const { DataTransfer: Transfer, File: DomFile } = globalThis as never as {
            DataTransfer: new () => { items: { add(file: unknown): void } };
            File: typeof File;
          };
          const data = new Transfer();
          data.items.add(new DomFile([new Uint8Array(bytes)], 'dropped.zip'));
          return data;
        },
        [...sample],
      );
      await page.dispatchEvent('footer, body', 'drop', { dataTransfer: transfer });
      expect((await verdictOf(page)).status).toBe('verified');
      expect(await page.inputValue('#archive')).toContain('dropped.zip');
    }));

  it('says of another file that it is no archive', () =>
    usePage(async (page) => {
      expect(await checkInPage(page, Buffer.from('hello'))).toMatchObject({
        status: 'undecided',
        heading: 'This is not an evidence archive',
      });
    }));

  it('gives up the one before, and takes a large one in constant memory', { timeout: 120_000 }, () =>
    usePage(async (page) => {
      const path = join(folder, 'large.zip');
      await writeFile(path, await zipOf(await sealSample({ extra: new Uint8Array(160 * 1024 * 1024) })));
      await page.fill('#signer', GOLDEN_SIGNER);
      await page.setInputFiles('#archive', path);
      expect((await checkInPage(page, tampered)).status).toBe('tampered');
      const session = await page.context().newCDPSession(page);
      const usedBytes = async () => {
        await session.send('HeapProfiler.collectGarbage');
        const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
          usedSize: number;
          backingStorageSize?: number;
        };
        return usedSize + backingStorageSize;
      };
      const before = await usedBytes();
      let most = 0;
      const watch = (async () => {
        while ((await page.locator('main[data-verdict]').count()) === 0)
          most = Math.max(most, await usedBytes());
      })();
      await page.setInputFiles('#archive', path);
      expect((await verdictOf(page)).status).toBe('verified');
      await watch;
      expect(most - before).toBeLessThan(32 * 1024 * 1024);
    }),
  );
});

it('the report in an unpacked archive shows its pictures and loads nothing else', async () => {
  const files = await sealSample();
  const reader = withReport(readerOf(files), () => createHash('sha256'));
  files.set(REPORT_PATH, await readWhole(reader.read(REPORT_PATH), 1e7));
  const root = join(folder, 'unpacked');
  await writeFolder(root, files);
  const { page, requests, faults } = await openPage(browser, pathToFileURL(join(root, REPORT_PATH)).href);
  expect(requests.map((url) => url.slice(url.indexOf('/unpacked/')))).toEqual([
    '/unpacked/verify/report.html',
    '/unpacked/artifacts/screenshot.png',
  ]);
  expect(await naturalWidth(page.getByRole('img'))).toBe(1);
  expect(faults).toEqual([]);
  await page.close();
});
