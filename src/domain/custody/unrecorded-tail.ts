import { pause } from '../../core/pause.ts';
import type { SigningKeyRecord } from '../signing/port.ts';
import { type ChainLine, examineLine, lineDigest, linesFrom, linesFromEnd } from './chain-line.ts';
import type { CustodyBundle, CustodyLink } from './port.ts';
import { MAX_CUSTODY_BYTES } from './verify-chain.ts';

const LINES_PER_SLICE = 256;
/** Each takes a signature check. */
const RECORDS_PER_SLICE = 4;
/** No record is shorter than 512 bytes. */
const MOST_LINES = MAX_CUSTODY_BYTES / 512;

/** What SQL knows of a chain. */
export interface KnownChain {
  readonly bundle: CustodyBundle;
  readonly head: CustodyLink | null;
}

/**
 * Records at the end of the file that SQL does not know: the process that wrote them died before its
 * transaction ended, or the database was restored from a backup. They are ours: signed by a key in force, each
 * following from the one before.
 *
 * @returns none, also when the known head is not in the file, which is then damaged.
 */
export async function unrecordedTail(
  bytes: Uint8Array,
  { bundle, head }: KnownChain,
  keys: readonly SigningKeyRecord[],
): Promise<readonly ChainLine[]> {
  const start = head ? await findNextLine(bytes, head.lineSha256) : 0;
  const tail: ChainLine[] = [];
  let [seq, previous] = [head?.seq ?? 0, head?.lineSha256 ?? null];
  for (const line of linesFrom(bytes, start)) {
    seq += 1;
    const examined = examineLine(line, { ...bundle, seq, previous });
    if (typeof examined === 'string' || !isSignedByUs(examined, keys)) break;
    tail.push(examined);
    previous = examined.lineSha256;
    if (tail.length % RECORDS_PER_SLICE === 0) await pause();
  }
  return tail;
}

/** Where the line after this one begins; the end of the file when it is not there. From the end: mostly it is the last. */
async function findNextLine(bytes: Uint8Array, lineSha256: string): Promise<number> {
  let lines = 0;
  for (const { line, next } of linesFromEnd(bytes)) {
    if (lineDigest(line) === lineSha256) return next;
    lines += 1;
    if (lines === MOST_LINES) break;
    if (lines % LINES_PER_SLICE === 0) await pause();
  }
  return bytes.length;
}

const isSignedByUs = ({ record }: ChainLine, keys: readonly SigningKeyRecord[]): boolean =>
  keys.some((key) => key.signer_address === record.signer_address && key.revoked_at === null);
