import type { CDPSession } from 'playwright';
import type { Signal } from '../../domain/capture/capture.ts';
import type { RenderOptions } from '../../domain/capture/port.ts';
import type { ProxySession } from '../../domain/egress/port.ts';
import { captureTiles, measurePage, type PageSize } from './screenshot.ts';
import type { Tab } from './tab.ts';

/** Of an MHTML or a PDF; larger ones are left out. */
const MAX_FILE_BYTES = 64 * 1024 ** 2;

/** What the pictures of a visit depend on. */
interface PictureContext {
  readonly now: () => string;
  readonly session: ProxySession;
  /** The document itself is too long to be kept. */
  readonly isTruncated: boolean;
}

/** What was made of a page. Null: not asked for, or too large. */
interface Pictures {
  readonly size: PageSize;
  readonly screenshots: readonly Uint8Array[];
  readonly screenshotAt: string | null;
  readonly mhtml: Uint8Array | null;
  readonly pdf: Uint8Array | null;
  /** `artifact_left_out` for each file that was asked for and is too large. */
  readonly signals: readonly Signal[];
}

/** Screenshot, MHTML and PDF in this order: printing tells the page's scripts so, and they may change it. */
export async function takePictures(
  { page, cdp }: Tab,
  options: RenderOptions,
  { now, session, isTruncated }: PictureContext,
): Promise<Pictures> {
  const size = await measurePage(cdp);
  const screenshots = options.screenshot ? await captureTiles(cdp, size) : [];
  const screenshotAt = options.screenshot ? now() : null;
  // The browser hands it over in one message: what cannot be kept is not asked for.
  const isTooMuch = isTruncated || receivedBytes(session) > MAX_FILE_BYTES;
  const mhtml = options.mhtml && !isTooMuch ? await captureMhtml(cdp) : null;
  const pdf = options.pdf ? keep(await page.pdf({ printBackground: true, preferCSSPageSize: true })) : null;
  const leftOut = { mhtml: options.mhtml && !mhtml, pdf: options.pdf && !pdf };
  const signals = Object.entries(leftOut).flatMap(([detail, isLeftOut]) =>
    isLeftOut ? [{ code: 'artifact_left_out', detail }] : [],
  );
  return { size, screenshots, screenshotAt, mhtml, pdf, signals };
}

const receivedBytes = ({ exchanges }: ProxySession): number =>
  exchanges.reduce((sum, { bytesIn }) => sum + bytesIn, 0);

const keep = (bytes: Uint8Array): Uint8Array | null => (bytes.length > MAX_FILE_BYTES ? null : bytes);

async function captureMhtml(cdp: CDPSession): Promise<Uint8Array | null> {
  const { data } = await cdp.send('Page.captureSnapshot', { format: 'mhtml' });
  return keep(Buffer.from(data, 'utf8'));
}
