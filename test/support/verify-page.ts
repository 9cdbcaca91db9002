import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { findBrowser } from '../../src/adapters/browser/find-browser.ts';
import type { Check, Verdict } from '../../src/domain/verification/verdict.ts';

/** The verify page from disk. */
export const PAGE_URL = new URL('../../resources/verify/verify.html', import.meta.url).href;

/** The browser that captures use. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser({
    configuredPath: process.env['AFFIANT_CHROMIUM'] ?? null,
    env: process.env,
    cacheDir: join(tmpdir(), 'affiant-browser-cache'),
  });
  return chromium.launch({ executablePath, env: { ...env }, args: ['--no-sandbox'] });
}

/** A verify page and everything it asked for or complained about. */
export interface OpenPage {
  readonly page: Page;
  readonly requests: string[];
  readonly faults: string[];
}

/** Open the page in a context of its own. */
export async function openPage(browser: Browser, url = PAGE_URL): Promise<OpenPage> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  const requests: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => faults.push(message.text()));
  page.on('dialog', (dialog) => {
    faults.push('a dialog');
    void dialog.dismiss();
  });
  await page.goto(url);
  return { page, requests, faults };
}

/** What the page shows of a verdict. */
export interface ShownVerdict {
  readonly status: Verdict['status'];
  readonly checks: readonly Check[];
  readonly heading: string;
}

let chosen = 0;

/** Choose an archive (bytes or the path of a file) and wait for the verdict on it. */
export async function checkInPage(page: Page, archive: Buffer | string): Promise<ShownVerdict> {
  if (typeof archive === 'string') await page.setInputFiles('#archive', archive);
  else {
    chosen += 1;
    await page.setInputFiles('#archive', {
      name: `archive-${chosen}.zip`,
      mimeType: 'application/zip',
      buffer: archive,
    });
  }
  return verdictOf(page);
}

/** The verdict on what is chosen now. */
export async function verdictOf(page: Page): Promise<ShownVerdict> {
  const name = await page.evaluate(`document.getElementById('archive').files[0].name`);
  // Selectors, not a function: the page's policy lets nobody evaluate text in a loop of its own.
  await page.locator('#status', { hasText: `${name}:` }).waitFor();
  await page.locator('main[data-verdict]').waitFor();
  return page.evaluate(`({
    status: document.querySelector('main').dataset.verdict,
    heading: document.querySelector('#verdict').textContent,
    checks: [...document.querySelectorAll('[data-check]')].map((row) => ({
      id: row.dataset.check,
      status: row.dataset.status,
      detail: row.cells[2].textContent,
    })),
  })`);
}
