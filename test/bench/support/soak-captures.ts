import sharp from 'sharp';
import { answerHostile } from '../../adapters/egress/hostile-page.ts';
import { type Answer, type Json, type TestService, untilEnded } from '../../support/api.ts';
import { pagePng } from '../../support/images.ts';
import { docxParts, wordParagraph, xlsxParts, zipOf } from '../../support/office-files.ts';
import { buildCyclicPdf, buildPdf } from '../../support/pdf.ts';
import { scannedPdf } from '../../support/scanned-pdf.ts';
import { type Route, type Site, startSite } from '../../support/site.ts';
import { buildFlateBomb } from '../../support/special-pdf.ts';
import { startArticleSite } from './article-site.ts';

const LONG = 'Dues are paid on entry, and every vessel that anchors in the harbour pays them without delay.';
const NEST =
  'let e = document.body; for (let i = 0; i < 20000; i++) e = e.appendChild(document.createElement("div"))';
const SYNC = '/v1/extract?sync=true';

/** One capture of a soak. @returns `ok`, or the code of what went wrong. */
export interface SoakCapture {
  readonly name: string;
  readonly isHostile: boolean;
  run(service: TestService): Promise<string>;
}

/** Captures of every kind, one of ten hostile, and the site behind them. */
export interface SoakCaptures {
  /** The capture at `index`: the same for the same index. */
  at(index: number): SoakCapture;
  close(): Promise<void>;
}

export async function startSoakCaptures(): Promise<SoakCaptures> {
  const article = await startArticleSite();
  const site = await startSite(pageRoutes());
  site.serve(hostileRoutes(site));
  const usual = await usualCaptures(site, article.url);
  const hostile = await hostileCaptures(site);
  return {
    at(index) {
      const pool = index % 10 === 9 ? hostile : usual;
      const turn = index % 10 === 9 ? Math.floor(index / 10) : index - Math.floor(index / 10);
      const capture = pool[turn % pool.length];
      if (!capture) throw new RangeError('there are no captures');
      return capture;
    },
    async close() {
      await Promise.all([article.close(), site.close()]);
    },
  };
}

async function usualCaptures(site: Site, article: string): Promise<readonly SoakCapture[]> {
  const png = await pagePng();
  const jpeg = await sharp(png).jpeg().toBuffer({ resolveWithObject: true });
  const scan = scannedPdf([{ jpeg: { bytes: jpeg.data, width: jpeg.info.width, height: jpeg.info.height } }]);
  const usual = { isHostile: false };
  return [
    { ...usual, name: 'article, all artifacts', run: byUrl(article) },
    { ...usual, name: 'page of scripts', run: byUrl(`${site.url}/scripts`) },
    { ...usual, name: 'article, lean', run: byUrl(article, { store: false }) },
    { ...usual, name: 'PDF of 12 pages', run: byUpload(buildPdf({ pages: Array(12).fill(LONG) }), 'a.pdf') },
    { ...usual, name: 'HTML upload, shown', run: byUpload('<h1>Dues</h1>', 'a.html', ['screenshot', 'pdf']) },
    { ...usual, name: 'PNG', run: byUpload(png, 'a.png') },
    {
      ...usual,
      name: 'DOCX',
      run: byUpload(await zipOf(docxParts({ body: wordParagraph(LONG) })), 'a.docx'),
    },
    { ...usual, name: 'redirects', run: byUrl(`${site.url}/redirect`, { source_headers: { 'x-a': 'b' } }) },
    { ...usual, name: 'page of 20,000 px', run: byUrl(`${site.url}/tall`) },
    { ...usual, name: 'scanned PDF', run: byUpload(scan, 'b.pdf') },
    { ...usual, name: 'MHTML', run: byUrl(article, { include: ['mhtml', 'markdown'] }) },
    { ...usual, name: 'XLSX', run: byUpload(await zipOf(xlsxParts([['a', 'b']])), 'a.xlsx') },
    { ...usual, name: 'CSV', run: byUpload('a;b\n1;2\n', 'a.csv') },
    { ...usual, name: 'mistake', run: byUrl(`${site.url}/missing`) },
  ];
}

async function hostileCaptures(site: Site): Promise<readonly SoakCapture[]> {
  const png = Buffer.from(await pagePng());
  png.writeUInt32BE(65_000, 16);
  const bomb = await zipOf({ ...docxParts({ body: '' }), 'word/media/blanks.bin': 300 * 1_048_576 });
  const hostile = { isHostile: true };
  return [
    { ...hostile, name: 'every way out', run: byUrl(`${site.url}/hostile`) },
    { ...hostile, name: 'ZIP bomb', run: byUpload(bomb, 'a.docx') },
    { ...hostile, name: 'page that crashes its process', run: byUrl(`${site.url}/crash`) },
    { ...hostile, name: 'cyclic PDF', run: byUpload(buildCyclicPdf(), 'c.pdf') },
    { ...hostile, name: 'page without end', run: byUrl(`${site.url}/endless`) },
    { ...hostile, name: 'PDF bomb', run: byUpload(buildFlateBomb(200), 'd.pdf') },
    { ...hostile, name: 'page that fills its memory', run: byUrl(`${site.url}/hoard`) },
    { ...hostile, name: 'PNG of 65,000 px', run: byUpload(png, 'b.png') },
    { ...hostile, name: 'HTML 10,000 levels deep', run: byUpload('<div>'.repeat(10_000), 'b.html') },
    { ...hostile, name: 'page that hangs', run: byUrl(`${site.url}/hang`) },
    { ...hostile, name: 'body that never ends', run: byUrl(`${site.url}/drip`) },
  ];
}

const page = (body: string): string => `<!doctype html><title>Soak</title><p>words</p>${body}`;

const pageRoutes = (): Readonly<Record<string, Route>> => ({
  '/scripts': page(
    '<script>fetch("/data").then((r) => r.text()).then((t) => document.body.append(t))</script>',
  ),
  '/data': { headers: { 'content-type': 'text/plain' }, body: LONG },
  '/redirect': { status: 302, headers: { location: '/tall' } },
  '/tall': page('<div style="height:20000px;background:linear-gradient(red,blue)"></div>'),
  '/crash': page(`<script>${NEST}</script>`),
  '/endless': page(
    '<script>addEventListener("scroll", () => document.body.append(Object.assign(document.createElement("div"), { style: "height:3000px" })))</script><div style="height:3000px">',
  ),
  '/hoard': page('<script>const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))</script>'),
  '/hang': page('<script>for (;;);</script>'),
  '/drip': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('<p>drop'), 200);
    response.once('close', () => clearInterval(timer));
  },
});

/** Port 9 of loopback: the service may go there, and finds nobody. */
function hostileRoutes(site: Site): Readonly<Record<string, Route>> {
  const ports = { http: 9, tls: 9, webSocket: 9, turn: 9 };
  const routeOf = (path: string): Route => {
    const answer = answerHostile(path, ports);
    if ('location' in answer) return { status: 302, headers: answer };
    return { headers: { 'content-type': answer.type }, body: answer.body };
  };
  const frames = ['/img-redirect', '/frame-302', '/frame-meta', '/frame-script', '/worker.js'];
  site.serve(Object.fromEntries(frames.map((path) => [path, routeOf(path)])));
  return { '/hostile': routeOf('/') };
}

const byUrl =
  (source: string, more: Json = {}): SoakCapture['run'] =>
  async (service) =>
    endOf(service, await service.call(SYNC, { json: { source, ...more } }));

const byUpload =
  (
    bytes: Uint8Array | string,
    filename: string,
    include: readonly string[] = ['markdown'],
  ): SoakCapture['run'] =>
  async (service) => {
    const file = { base64: Buffer.from(bytes).toString('base64'), filename };
    return endOf(service, await service.call(SYNC, { json: { file, include } }));
  };

/** A synchronous call that takes long becomes a job. */
async function endOf(service: TestService, { status, body }: Answer): Promise<string> {
  if (status === 200) return 'ok';
  if (status !== 202) return String(body['code']);
  const job = await untilEnded(service, String(body['job_id']), 180_000);
  return job['status'] === 'complete' ? 'ok' : String(job['error_code']);
}
