import type { PageRange } from '../../../domain/capture/capture.ts';
import { countInvisibleCharacters } from '../../../domain/document/invisible-characters.ts';
import { answerTasks } from '../worker/answer-tasks.ts';
import { type PdfText, pdfText } from './pdf-text.ts';

/** Text of a PDF, or of a slice of it. */
export interface PdfTask {
  readonly bytes: Uint8Array;
  readonly range: PageRange | null;
}

/** The answer to a {@link PdfTask}. */
export interface PdfAnswer extends PdfText {
  readonly invisibleCharacters: number;
}

answerTasks(async ({ bytes, range }: PdfTask): Promise<PdfAnswer> => {
  const text = await pdfText(bytes, range);
  return { ...text, invisibleCharacters: countInvisibleCharacters(text.pages.join('\n')) };
});
