import { answerParent } from '../sandbox/answer-parent.ts';
import { convert, type OfficeFormat } from './convert.ts';

/** Answered by an `OfficeDocument`. */
export interface OfficeTask {
  readonly bytes: Uint8Array;
  readonly format: OfficeFormat;
}

answerParent(({ bytes, format }: OfficeTask) => convert(bytes, format));
