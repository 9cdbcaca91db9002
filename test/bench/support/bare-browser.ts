import { tmpdir } from 'node:os';
import { type Browser, chromium } from 'playwright';
import { findBrowser } from '../../../src/adapters/browser/find-browser.ts';
import { cacheFolder } from '../../../src/composition/cache-folder.ts';
import { type Laps, startLaps } from './laps.ts';

/** The browser that the service finds, started by Playwright as it comes. */
export async function launchBareBrowser(): Promise<Browser> {
  const { env } = process;
  const configuredPath = env['AFFIANT_CHROMIUM'] || null;
  const program = await findBrowser({ configuredPath, env, cacheDir: cacheFolder(env) });
  return chromium.launch({
    executablePath: program.executablePath,
    env: { ...program.env, HOME: tmpdir() },
    chromiumSandbox: process.getuid?.() !== 0,
  });
}

/** Take what a capture takes, by the plain calls in a fresh context. */
export async function captureBare(browser: Browser, url: string): Promise<Laps> {
  const { lap, laps } = startLaps();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  lap('open');
  await page.goto(url);
  lap('goto');
  await page.screenshot({ fullPage: true });
  lap('screenshot');
  await page.pdf({ printBackground: true });
  lap('pdf');
  await page.content();
  lap('content');
  await context.close();
  lap('close');
  return laps;
}
