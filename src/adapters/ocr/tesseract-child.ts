import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import type { OcrPage } from '../../domain/ocr/port.ts';
import type { PreparedPage } from '../image/prepare-page.ts';
import { answerParent } from '../sandbox/answer-parent.ts';
import { recognise } from './recognise.ts';

const [folder = '', languages = ''] = process.argv.slice(2);

const tesseract = startTesseract();

answerParent(async (page: PreparedPage): Promise<OcrPage> => recognise(await tesseract, page));

async function startTesseract(): Promise<Worker> {
  // tesseract.js reports a failed start to its handler only, and leaves its promise open.
  const { promise: failure, reject } = Promise.withResolvers<never>();
  const start = createWorker(languages.split('+'), OEM.LSTM_ONLY, {
    langPath: folder,
    cacheMethod: 'none',
    errorHandler: reject,
  });
  const worker = await Promise.race([start, failure]);
  // Its own default takes a page for one block: columns would run into each other.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO });
  return worker;
}
