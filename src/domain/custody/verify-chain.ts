import { pause } from '../../core/pause.ts';
import type { SigningKeyRecord } from '../signing/port.ts';
import { endsInLf, examineLine, linesFrom } from './chain-line.ts';
import type { CustodyRecord } from './record.ts';

/** What a chain is checked against. */
export interface ChainSubject {
  readonly bundleId: string;
  readonly manifestSha256: string;
  /** Keys or bare addresses known from outside the bundle. */
  readonly trusted: readonly (SigningKeyRecord | string)[];
  /** The newest record that the service knows of, read before the bytes were: a chain may not be shorter. */
  readonly knownHead?: ChainHead | null;
}

/** The newest record of a chain. */
export interface ChainHead {
  readonly seq: number;
  /** SHA-256 of its line without LF, hex. */
  readonly lineSha256: string;
}

/** The verdict on a chain. */
export interface ChainVerdict {
  readonly status: 'pass' | 'fail' | 'unknown';
  /** Safe to show: no text of the records. */
  readonly detail: string;
  /** The records up to the first broken one. */
  readonly records: readonly CustodyRecord[];
}

/** Largest `seals/custody.jsonl` that is read, bytes. */
export const MAX_CUSTODY_BYTES = 8 * 1024 * 1024;

/** Recovering a signer takes one to four milliseconds. */
const RECORDS_PER_SLICE = 4;

/**
 * The check `custody_chain` over the bytes of `seals/custody.jsonl`: every record is canonical, follows from
 * the one before, is about this bundle and manifest, and is signed by a key of the service.
 *
 * @see evidence-format.md 5
 */
export async function verifyChain(bytes: Uint8Array, subject: ChainSubject): Promise<ChainVerdict> {
  const walk: ChainWalk = { records: [], lineSha256s: new Set(), previous: null, doubt: null };
  const conclude = (status: ChainVerdict['status'], detail: string): ChainVerdict => ({
    status,
    detail,
    records: walk.records,
  });
  if (!endsInLf(bytes)) return conclude('fail', 'The last custody record is cut off.');
  if (bytes.length === 0) return conclude('fail', 'The custody chain has no record.');
  for (const line of linesFrom(bytes, 0)) {
    const fault = step(walk, line, subject);
    if (fault) return conclude('fail', `Custody record ${walk.records.length + 1} ${fault}.`);
    if (walk.records.length % RECORDS_PER_SLICE === 0) await pause();
  }
  if (subject.knownHead && !walk.lineSha256s.has(subject.knownHead.lineSha256))
    return conclude('fail', 'The newest custody records are missing.');
  if (walk.doubt) return conclude('unknown', walk.doubt);
  return conclude('pass', `${walk.records.length} custody records in one unbroken, signed chain.`);
}

interface ChainWalk {
  readonly records: CustodyRecord[];
  readonly lineSha256s: Set<string>;
  previous: string | null;
  /** Why the newest record proves nothing; null when it does. */
  doubt: string | null;
}

/** Go on by one line. @returns what is wrong with it. */
function step(walk: ChainWalk, line: Uint8Array, subject: ChainSubject): string | null {
  const seq = walk.records.length + 1;
  const examined = examineLine(line, { ...subject, seq, previous: walk.previous });
  if (typeof examined === 'string') return examined;
  const judged = judgeSigner(examined.record, subject.trusted);
  if (judged.status === 'fail') return judged.detail;
  // A good key signs over all that came before it.
  walk.doubt = judged.status === 'pass' ? null : `Custody record ${seq} ${judged.detail}.`;
  walk.records.push(examined.record);
  walk.lineSha256s.add(examined.lineSha256);
  walk.previous = examined.lineSha256;
  return null;
}

interface SignerJudgement {
  readonly status: 'pass' | 'fail' | 'unknown';
  readonly detail: string;
}

function judgeSigner(
  { signer_address, at }: CustodyRecord,
  trusted: ChainSubject['trusted'],
): SignerJudgement {
  const match = trusted.find((key) => addressOf(key).toLowerCase() === signer_address.toLowerCase());
  if (match === undefined) return judgeStranger(trusted);
  if (typeof match === 'string') return GOOD;
  const time = Date.parse(at);
  if (match.revoked_at !== null) {
    return time < Date.parse(match.revoked_at)
      ? {
          status: 'unknown',
          detail: 'is signed by a key that was revoked later, and none of a good key follows',
        }
      : { status: 'fail', detail: 'is dated after its key was revoked' };
  }
  if (match.retired_at !== null && time > Date.parse(match.retired_at))
    return { status: 'fail', detail: 'is dated after its key was retired' };
  return GOOD;
}

/** A list of keys is complete; a single address says nothing of the keys that came after it. */
const judgeStranger = (trusted: ChainSubject['trusted']): SignerJudgement =>
  trusted.length > 0 && trusted.every((key) => typeof key !== 'string')
    ? { status: 'fail', detail: 'is signed by a key that is not one of the trusted ones' }
    : { status: 'unknown', detail: 'is signed by an address that is not among those given' };

const GOOD: SignerJudgement = { status: 'pass', detail: '' };

const addressOf = (key: SigningKeyRecord | string): string =>
  typeof key === 'string' ? key : key.signer_address;
