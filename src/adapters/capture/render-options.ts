import type { CaptureOptions } from '../../domain/capture/capture.ts';
import type { RenderOptions } from '../../domain/capture/port.ts';

/** What of a capture's options concerns the browser. */
export const toRenderOptions = (
  { include, viewport, waitForSelector, waitMs }: CaptureOptions,
  reach: Pick<RenderOptions, 'scopedHeaders' | 'offline'>,
): RenderOptions => ({
  // What is read on a picture is evidence only beside the picture.
  screenshot: include.has('screenshot') || include.has('ocr'),
  pdf: include.has('pdf'),
  mhtml: include.has('mhtml'),
  viewport,
  waitForSelector,
  waitMs,
  ...reach,
});
