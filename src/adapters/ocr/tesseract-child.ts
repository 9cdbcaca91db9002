import { createWorker, OEM } from 'tesseract.js';
import type { OcrPage } from '../../domain/ocr/port.ts';
import type { PreparedPage } from '../image/prepare-page.ts';
import { answerParent } from '../sandbox/answer-parent.ts';
import { recognise } from './recognise.ts';

const [folder = '', languages = ''] = process.argv.slice(2);

const tesseract = createWorker(languages.split('+'), OEM.LSTM_ONLY, {
  langPath: folder,
  cacheMethod: 'none',
  // Without a handler of its own tesseract.js throws where nobody can catch.
  errorHandler: () => undefined,
});

answerParent(async (page: PreparedPage): Promise<OcrPage> => recognise(await tesseract, page));
