import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOLDEN_SIGNER } from '../../golden/golden-bundle.ts';
import { zipOf } from '../../golden/write-bundle.ts';
import { sealSample } from '../../support/sample-bundle.ts';
import { checkInPage, launchBrowser, openPage, verdictOf } from '../../support/verify-page.ts';

/** What Web Content Accessibility Guidelines 2.2 ask at level AA, as far as a program can see it. */

const sample = await zipOf(await sealSample());

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  ({ page } = await openPage(browser));
});
afterAll(() => browser.close());

const focused = () =>
  page.evaluate(`(() => {
    const { id, value, textContent, tagName } = document.activeElement;
    return id || value || document.activeElement.getAttribute('aria-label') || textContent || tagName;
  })()`) as Promise<string>;

describe('with the keyboard alone', () => {
  it('an archive is chosen, its signer named, and the whole report read', async () => {
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('archive');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
    await chooser.setFiles({ name: 'sample.zip', mimeType: 'application/zip', buffer: sample });
    expect((await verdictOf(page)).status).toBe('undecided');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('address');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('signer');
    await page.keyboard.type(GOLDEN_SIGNER);
    await page.keyboard.press('Enter');
    await page.locator('main[data-verdict=verified]').waitFor();
    expect(await focused(), 'the place in the form is kept').toBe('signer');
    const stops: string[] = [];
    for (let stop = ''; stop !== 'save' && stops.length < 20; stops.push(stop)) {
      await page.keyboard.press('Tab');
      stop = await focused();
    }
    expect(stops).toEqual([
      'keys',
      'roots',
      'Redirects on the way',
      'What was checked',
      'Files under the seal',
      'Text of the document',
      'print',
      'save',
    ]);
  });

  it('the place that has the focus can be seen', async () => {
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).not.toBe('none');
  });
});

describe('for a screen reader', () => {
  it('every field has a name, and its fault belongs to it', async () => {
    for (const name of [
      'The archive (.zip)',
      'A signer’s address',
      'Address of the signer',
      'File with a list of keys',
    ])
      expect(await page.getByLabel(name, { exact: true }).count(), name).toBe(1);
    expect(await page.getByRole('group', { name: 'Whose seal do you trust?' }).count()).toBe(1);
    const described =
      await page.evaluate(`[...document.querySelectorAll('[aria-describedby], [aria-labelledby]')].every((element) =>
      document.getElementById(element.getAttribute('aria-describedby') ?? element.getAttribute('aria-labelledby')) !== null)`);
    expect(described).toBe(true);
  });

  it('the outcome is announced', async () => {
    expect(await page.getByRole('status').textContent()).toBe('sample.zip: Verified.');
  });

  it('headings do not skip a level, ids are unique, tables have headers, pictures have a text', async () => {
    const levels = (await page.evaluate(
      `[...document.querySelectorAll('h1,h2,h3')].map((heading) => Number(heading.tagName[1]))`,
    )) as number[];
    expect(levels[0]).toBe(1);
    expect(levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 0) + 1)).toBe(true);
    const faults = await page.evaluate(`({
      ids: [...document.querySelectorAll('[id]')].filter(({ id }, index, all) => all.findIndex((other) => other.id === id) !== index).map(({ id }) => id),
      tables: [...document.querySelectorAll('table')].filter((table) => !table.caption || !table.querySelector('thead th[scope=col]') || !table.querySelector('tbody th[scope=row]')).length,
      pictures: [...document.images].filter(({ alt }) => alt === '').length,
      lang: document.documentElement.lang,
    })`);
    expect(faults).toEqual({ ids: [], tables: 0, pictures: 0, lang: 'en' });
  });
});

/** Text whose contrast with its background is below 4.5 to 1. @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
const LOW_CONTRAST = `(() => {
  const parse = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, index) => sum + c * [0.2126, 0.7152, 0.0722][index], 0);
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, a = 1] = parse(getComputedStyle(at).backgroundColor);
      if (a === 1) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const low = [];
  for (const element of document.querySelectorAll('main *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    if (!hasText || !element.checkVisibility()) continue;
    const [one, two] = [luminance(parse(getComputedStyle(element).color)), luminance(background(element))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (two + 0.05);
    if (ratio < 4.5) low.push(element.tagName + ' ' + ratio.toFixed(2) + ' ' + element.textContent.slice(0, 30));
  }
  return low;
})()`;

describe('contrast', () => {
  it.each(['light', 'dark'] as const)('is enough in every verdict, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const [signer, status] of [
      [GOLDEN_SIGNER, 'verified'],
      [`0x${'11'.repeat(20)}`, 'tampered'],
      ['0x1', 'undecided'],
    ] as const) {
      await page.fill('#signer', signer);
      expect((await checkInPage(page, sample)).status).toBe(status);
      expect(await page.evaluate(LOW_CONTRAST)).toEqual([]);
    }
  });
});

it('nothing is wider than a small telephone', async () => {
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});
