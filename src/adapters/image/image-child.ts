import type { ImageFacts } from '../../domain/ocr/port.ts';
import { answerParent } from '../sandbox/answer-parent.ts';
import { decodePage, imageFacts } from './decode.ts';
import { type PreparedPage, preparePage } from './prepare-page.ts';

/** Answered by {@link ImageFacts}. The child keeps the image for the tasks that follow. */
export interface OpenTask {
  readonly kind: 'open';
  readonly bytes: Uint8Array;
}

/** Answered by a {@link PreparedPage}. */
export interface PageTask {
  readonly kind: 'page';
  /** From 0. */
  readonly index: number;
}

let image: Uint8Array = new Uint8Array();

answerParent((task: OpenTask | PageTask): Promise<ImageFacts | PreparedPage> => {
  if (task.kind === 'page') return decodePage(image, task.index).then(preparePage);
  image = task.bytes;
  return imageFacts(image);
});
