import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artifactOf, artifactText, startCapturer, type TestCapturer } from '../../support/captures.ts';
import { pagePng, pageText, tiffPages, wordRecall } from '../../support/images.ts';
import {
  docxParts,
  encryptedOoxml,
  pptxParts,
  wordParagraph,
  xlsxParts,
  zipOf,
} from '../../support/office-files.ts';
import { buildPdf } from '../../support/pdf.ts';
import { scannedPdf } from '../../support/scanned-pdf.ts';
import { type Site, startSite } from '../../support/site.ts';

const LONG = 'Dues are paid on entry, and every vessel that anchors in the harbour pays them without delay.';

let site: Site;
let capturer: TestCapturer;
let png: Buffer;
let jpeg: { bytes: Buffer; width: number; height: number };

beforeAll(async () => {
  [site, capturer, png] = [await startSite(), await startCapturer(), await pagePng()];
  const { data, info } = await sharp(png).jpeg({ quality: 90 }).toBuffer({ resolveWithObject: true });
  jpeg = { bytes: data, width: info.width, height: info.height };
});
afterAll(async () => {
  await capturer.close();
  await site.close();
});

describe('an image', () => {
  it('is read by OCR, its text in content.md and apart in ocr.txt', async () => {
    const capture = await capturer.upload(png);
    expect(
      capture.artifacts.map(({ name, path, role, derivedFrom }) => [name, path, role, derivedFrom]),
    ).toEqual([
      ['source', 'artifacts/source/upload.png', 'original', []],
      ['markdown', 'artifacts/content.md', 'derived', ['source']],
      ['ocr', 'artifacts/ocr.txt', 'derived', ['source']],
    ]);
    expect(wordRecall(artifactText(capture, 'ocr'), await pageText())).toBeGreaterThan(0.95);
    expect(wordRecall(capture.markdown, await pageText())).toBeGreaterThan(0.95);
    expect(capture.markdown).toMatch(/^<!-- page 1 -->\n\n/);
    expect(capture.pageStarts).toEqual([0]);
    expect(capture.document).toMatchObject({ media_type: 'image/png', pages: 1, language: 'en' });
    expect(capture.software).toEqual({ ocr: expect.stringMatching(/^tesseract\.js\/[\d.]+ \(eng\)$/) });
    expect(artifactOf(capture, 'ocr')?.tool).toBe(capture.software['ocr']);
  });

  it('behind an address never enters the browser', async () => {
    site.serve({ '/scan': { headers: { 'content-type': 'text/html' }, body: png } });
    const capture = await capturer.visit(`${site.url}/scan`, ['screenshot', 'pdf', 'markdown', 'html']);
    expect(capture.document).toMatchObject({ media_type: 'image/png', pages: 1 });
    expect(capture.artifacts.map(({ name }) => name)).toEqual(['source', 'markdown', 'ocr', 'exchanges']);
    expect(capture.facts).toMatchObject({ outcome: 'ok', page: null, signals: [] });
  });

  it('of several pages has them all', async () => {
    const capture = await capturer.upload(await tiffPages(png, 2));
    expect(capture.document).toMatchObject({ media_type: 'image/tiff', pages: 2 });
    expect(capture.markdown).toContain('<!-- page 2 -->');
    expect(artifactText(capture, 'ocr').split('\f')).toHaveLength(3);
  });

  it('is its own picture: what a browser would make of it is not made, and said so', async () => {
    const capture = await capturer.upload(png, { include: ['screenshot', 'markdown'] });
    expect(artifactOf(capture, 'screenshot')).toBeUndefined();
    expect(capture.facts.signals).toContainEqual({ code: 'not_rendered' });
  });

  it.each([
    ['NO_TEXT_FOUND', () => sharp({ create: { width: 600, height: 400, channels: 3, background: 'white' } })],
    ['IMAGE_TOO_SMALL', () => sharp(png).resize(8, 8, { fit: 'fill' })],
  ] as const)('that cannot be read is refused with %s', async (code, picture) => {
    await expect(capturer.upload(await picture().png().toBuffer())).rejects.toMatchObject({ code });
  });
});

describe('a PDF', () => {
  it('that was scanned is read on its pictures', async () => {
    const capture = await capturer.upload(scannedPdf([{ jpeg }]));
    expect(wordRecall(capture.markdown, await pageText())).toBeGreaterThan(0.9);
    expect(artifactText(capture, 'ocr')).not.toBe('');
    expect(capture.facts).toMatchObject({ outcome: 'ok', signals: [{ code: 'ocr_pages', count: 1 }] });
    expect(Object.keys(capture.software)).toEqual(['pdf', 'ocr']);
  });

  it('of text and scans keeps text layer and OCR apart, page by page', async () => {
    const capture = await capturer.upload(
      scannedPdf([
        { stamp: LONG, size: [900, 293] },
        { jpeg, stamp: 'Received 1801' },
      ]),
    );
    const [first, second] = capture.pageStarts.map((start) =>
      Buffer.from(capture.markdown).toString('utf8', start),
    );
    expect(first).toContain(LONG);
    expect(second).toMatch(/^<!-- page 2 -->\n\nReceived 1801\n\n<!-- ocr -->\n\n/);
    expect(artifactText(capture, 'ocr')).toMatch(/^\f./);
    expect(artifactText(capture, 'ocr')).not.toContain('Dues are paid');
    expect(capture.facts.signals).toEqual([{ code: 'ocr_pages', count: 1 }]);
  });

  it('that is sliced has the numbers of its own pages', async () => {
    const page = { stamp: LONG, size: [900, 293] } as const;
    const pages = [page, page, { jpeg }];
    const capture = await capturer.upload(scannedPdf(pages), { pages: { first: 2, last: 9 } });
    expect(capture.document.pages).toBe(2);
    expect(capture.markdown.match(/<!-- page \d -->/g)).toEqual(['<!-- page 2 -->', '<!-- page 3 -->']);
    expect(wordRecall(capture.markdown, await pageText())).toBeGreaterThan(0.9);
  });

  it('without pictures needs no OCR', async () => {
    const capture = await capturer.upload(buildPdf({ pages: [LONG], title: 'Dues' }));
    expect(capture.artifacts.map(({ name }) => name)).toEqual(['source', 'markdown']);
    expect(capture.software).toEqual({ pdf: expect.stringMatching(/^pdf-parse\//) });
  });

  it('with a damaged page has the others, and counts it once', async () => {
    const whole = Buffer.from(buildPdf({ pages: [LONG, LONG, LONG] })).toString('latin1');
    const damaged = Buffer.from(whole.replace('9 0 R]', '99 0 R]'), 'latin1');
    const { facts, document } = await capturer.upload(damaged);
    expect(facts).toMatchObject({ outcome: 'partial', signals: [{ code: 'page_unreadable', count: 1 }] });
    expect(document.pages).toBe(3);
  });

  it('with nothing on it is refused', async () => {
    await expect(capturer.upload(buildPdf({ pages: [''] }))).rejects.toMatchObject({ code: 'NO_TEXT_FOUND' });
  });
});

describe('an office file', () => {
  const docx = () => zipOf(docxParts({ title: 'Harbour\n dues', body: wordParagraph(LONG) }));

  it('is read as Markdown, whatever it is called', async () => {
    const capture = await capturer.upload(await docx(), {
      filename: 'a.txt',
      declaredMediaType: 'text/plain',
    });
    expect(capture.markdown).toBe(`${LONG}\n`);
    expect(capture.document).toMatchObject({ title: 'Harbour dues', pages: null });
    expect(artifactOf(capture, 'source')?.path).toBe('artifacts/source/upload.docx');
  });

  it('behind an address never enters the browser', async () => {
    site.serve({ '/dues': { headers: { 'content-type': 'application/octet-stream' }, body: await docx() } });
    const capture = await capturer.visit(`${site.url}/dues`, ['screenshot', 'markdown']);
    expect(capture.artifacts.map(({ name }) => name)).toEqual(['source', 'markdown', 'exchanges']);
  });

  it('of slides has as many pages', async () => {
    const capture = await capturer.upload(await zipOf(pptxParts(['First slide', 'Second slide'])));
    expect(capture.document.pages).toBe(2);
    expect(capture.markdown).toContain('Second slide');
  });

  it.each([
    [
      'a spreadsheet',
      () =>
        zipOf(
          xlsxParts([
            ['Vessel', 'Crowns'],
            ['Brig', 40],
          ]),
        ),
      'a.xlsx',
    ],
    ['CSV', async () => Buffer.from('Vessel;Crowns\nBrig;40\n'), 'a.csv'],
    ['CSV in UTF-16', async () => Buffer.from('\ufeffVessel;Crowns\nBrig;40\n', 'utf16le'), 'a.csv'],
  ])('of rows becomes a table: %s', async (_, bytes, filename) => {
    const { markdown } = await capturer.upload(await bytes(), { filename });
    expect(markdown.replace(/ +/g, ' ')).toMatch(/\| Vessel \| Crowns \|\n\|[ :|-]+\|\n\| Brig \| 40 \|/);
  });

  it('with a password is refused', async () => {
    await expect(capturer.upload(encryptedOoxml())).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
  });
});

describe('a web page', () => {
  const withPicture = () =>
    `<!doctype html><title>Notice</title><p>Words in text.</p><img src="data:image/png;base64,${png.toString('base64')}">`;

  it('has the text of its pictures on request, with the screenshot it was read on', async () => {
    site.serve({ '/notice': withPicture() });
    const capture = await capturer.visit(`${site.url}/notice`, ['markdown', 'ocr']);
    expect(artifactOf(capture, 'ocr')).toMatchObject({ role: 'derived', derivedFrom: ['screenshot'] });
    expect(artifactOf(capture, 'screenshot')).toBeDefined();
    expect(wordRecall(artifactText(capture, 'ocr'), await pageText())).toBeGreaterThan(0.9);
    expect(capture.markdown).not.toContain('<!-- page');
    expect(Object.keys(capture.software)).toEqual(['browser', 'automation', 'ocr']);
  });

  it('on whose screenshot nothing stands is evidence all the same', async () => {
    const capture = await capturer.upload('<!doctype html><title>x</title>', { include: ['ocr'] });
    expect(capture.facts).toMatchObject({ outcome: 'empty', signals: [{ code: 'ocr_unread', count: 1 }] });
    expect(artifactText(capture, 'ocr')).toBe('\f');
  });
});
