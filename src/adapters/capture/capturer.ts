import type { UploadSource } from '../../domain/capture/capture.ts';
import type { Capturer } from '../../domain/capture/port.ts';
import { captureUpload } from './capture-upload.ts';
import { captureUrl } from './capture-url.ts';
import type { CapturerParts } from './capturer-parts.ts';

/** Joins fetcher, browser and parsers: what is met decides, not what was announced. */
export const createCapturer = (parts: CapturerParts): Capturer => ({
  capture: (source, options, context) =>
    isUpload(source)
      ? captureUpload(parts, source, { options, context })
      : captureUrl(parts, source, { options, context }),
});

const isUpload = (source: { readonly kind: string }): source is UploadSource => source.kind === 'upload';
