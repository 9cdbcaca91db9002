import type { TestDocument } from './document.ts';
import { imageDocuments } from './images.ts';
import { officeDocuments } from './offices.ts';
import { pdfDocuments } from './pdfs.ts';
import { textDocuments } from './texts.ts';

/** Documents of every kind, whole and broken. */
export async function buildDocuments(): Promise<readonly TestDocument[]> {
  return [
    ...textDocuments(),
    ...(await pdfDocuments()),
    ...(await imageDocuments()),
    ...(await officeDocuments()),
  ];
}
