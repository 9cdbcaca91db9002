import type { PreparedPage } from '../image/prepare-page.ts';
import { answerParent } from '../sandbox/answer-parent.ts';
import { openPdf, type PdfRaster } from './raster.ts';

/** Answered by nothing. The child keeps the document for the tasks that follow. */
export interface OpenPdfTask {
  readonly kind: 'open';
  readonly bytes: Uint8Array;
}

/** Answered by a {@link PreparedPage}, or by null for an empty page. */
export interface RasterTask {
  readonly kind: 'page';
  /** From 1. */
  readonly number: number;
  /** The page has a text layer. */
  readonly hasText: boolean;
}

let pdf: PdfRaster | undefined;

answerParent(async (task: OpenPdfTask | RasterTask): Promise<PreparedPage | null> => {
  if (task.kind === 'page') return (await pdf?.page(task.number, task.hasText)) ?? null;
  pdf = await openPdf(task.bytes);
  return null;
});
