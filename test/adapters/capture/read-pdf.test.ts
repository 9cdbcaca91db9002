import { afterAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/adapters/capture/read-pdf.ts';
import { EvidenceError } from '../../../src/core/error.ts';
import type { ErrorCode } from '../../../src/core/error-codes.ts';
import { startDocumentReaders } from '../../support/document-readers.ts';
import { buildPdf } from '../../support/pdf.ts';

const readers = await startDocumentReaders();
afterAll(() => readers.close());

/** A page whose picture fails as a real one would after its 30 seconds. */
function readWithFault(text: string, code: ErrorCode) {
  const pdfPages = { ...readers.pdfPages, ocr: () => Promise.reject(new EvidenceError(code)) };
  const document = { bytes: buildPdf({ pages: [text] }), mediaType: 'application/pdf' };
  const unsliced = { ...document, declaredMediaType: null, pages: null };
  return readPdf({ ...readers, pdfPages }, unsliced, new AbortController().signal);
}

describe('pictures that take too much', () => {
  it('do not cost the text layer, and are named', async () => {
    const read = await readWithFault('Dues', 'DOCUMENT_TOO_LARGE');
    expect(read).toMatchObject({ ocr: null, pages: 1, signals: [{ code: 'ocr_failed' }] });
    expect(read.markdown).toBe('<!-- page 1 -->\n\nDues\n');
  });

  it('are the fault of a document without any text layer', async () => {
    await expect(readWithFault('', 'DOCUMENT_TOO_LARGE')).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
    });
  });

  it('are no excuse for a service that is busy', async () => {
    await expect(readWithFault('Dues', 'OVERLOADED')).rejects.toMatchObject({ code: 'OVERLOADED' });
  });
});
