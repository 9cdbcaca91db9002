import type { ErrorCode } from '../../../src/core/error-codes.ts';

/** A document of our own making, and what reading it gives. */
export interface TestDocument {
  /** What is special about it, as the table of outcomes has it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** As a server or an uploader would label it. */
  readonly label?: string;
  readonly filename?: string;
  readonly expected: Expectation;
}

/** An error code, or the number of words and the codes of the signals. */
export type Expectation =
  | ErrorCode
  | {
      readonly words: number;
      readonly signals?: readonly string[];
      /** Text that has to be in it. */
      readonly has?: string;
    };

export const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
