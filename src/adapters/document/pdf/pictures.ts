import type { PdfOperators } from './pdf-document.ts';

/** Operations by pdf.js' numbers (`OPS`) that paint a picture: images, image masks, inline images. */
const PAINTS_PICTURE: ReadonlySet<number> = new Set([83, 84, 85, 86, 87, 88, 89]);

/** Whether a page paints any picture. One that does not is all text and lines: nothing to read by OCR. */
export const paintsPicture = ({ fnArray }: PdfOperators): boolean =>
  fnArray.some((operation) => PAINTS_PICTURE.has(operation));
