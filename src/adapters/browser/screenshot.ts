import type { CDPSession } from 'playwright';
import { MAX_PAGE_HEIGHT } from './lazy-content.ts';

/** Chromium's surfaces end at 16,384 px; half of it leaves room for memory. */
const MAX_TILE_HEIGHT = 8_000;
/** A tile of this width and full height takes 128 MiB before it is compressed. */
const MAX_PAGE_WIDTH = 4_096;

/** The part of a page that is captured, CSS px. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
  /** Height of the whole page. */
  readonly fullHeight: number;
  /** The page is larger than what is captured of it. */
  readonly isTruncated: boolean;
}

/** @returns whole pixels, at least one each way. */
export async function measurePage(cdp: CDPSession): Promise<PageSize> {
  const { cssContentSize } = await cdp.send('Page.getLayoutMetrics');
  const fullWidth = Math.max(1, Math.ceil(cssContentSize.width));
  const fullHeight = Math.max(1, Math.ceil(cssContentSize.height));
  const width = Math.min(fullWidth, MAX_PAGE_WIDTH);
  const height = Math.min(fullHeight, MAX_PAGE_HEIGHT);
  return { width, height, fullHeight, isTruncated: width < fullWidth || height < fullHeight };
}

/**
 * The page as PNG tiles from top to bottom. All tiles are cut from one layout: what sticks to the screen is
 * drawn once, where it stands.
 */
export async function captureTiles(cdp: CDPSession, { width, height }: PageSize): Promise<Uint8Array[]> {
  const tiles: Uint8Array[] = [];
  for (let y = 0; y < height; y += MAX_TILE_HEIGHT) {
    const clip = { x: 0, y, width, height: Math.min(MAX_TILE_HEIGHT, height - y), scale: 1 };
    const { data } = await cdp.send('Page.captureScreenshot', {
      format: 'png',
      clip,
      captureBeyondViewport: true,
    });
    tiles.push(Buffer.from(data, 'base64'));
  }
  return tiles;
}
