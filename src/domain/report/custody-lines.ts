import * as z from 'zod/mini';
import { fromUtf8 } from '../../core/bytes.ts';

/** Largest `seals/custody.jsonl` that is shown, bytes. */
export const MAX_CUSTODY_BYTES = 4 * 1024 * 1024;
const MAX_SHOWN = 500;

const text = z.catch(z.nullable(z.string()), null);
const lineSchema = z.object({
  seq: z.number(),
  type: z.string(),
  at: z.string(),
  agent_id: text,
  action: text,
  receipt_id: text,
  signer_address: text,
});

/** One custody record as a time line shows it. Untrusted text: the check `custody_chain` judges the records. */
export type CustodyLine = z.infer<typeof lineSchema>;

/** The custody records of a bundle, oldest first. */
export interface CustodyTimeline {
  readonly lines: readonly CustodyLine[];
  /** Records that are not among `lines`: too many, or not readable. */
  readonly notShown: number;
}

/** The time line in the bytes of `seals/custody.jsonl`. Never throws. */
export function readCustodyLines(bytes: Uint8Array): CustodyTimeline {
  const all = splitLines(bytes);
  const lines = all.slice(0, MAX_SHOWN).flatMap((line) => readLine(line) ?? []);
  return { lines, notShown: all.length - lines.length };
}

function splitLines(bytes: Uint8Array): string[] {
  try {
    return fromUtf8(bytes)
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return ['']; // not UTF-8: one record that cannot be read
  }
}

function readLine(line: string): CustodyLine | null {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
