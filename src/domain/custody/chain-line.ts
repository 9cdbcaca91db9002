import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes, toHex } from '../../core/bytes.ts';
import { canonicalBytes } from '../../core/canonical-json.ts';
import { recoverSigner } from '../signing/recover.ts';
import { type CustodyRecord, parseCustodyLine } from './record.ts';
import { documentDigest, documentText } from './signed-document.ts';

/** A line of the chain that keeps its own rules; whose key signed it is judged elsewhere. */
export interface ChainLine {
  readonly record: CustodyRecord;
  /** SHA-256 of the line without its LF, hex: the next record's `previous`. */
  readonly lineSha256: string;
  /** What is signed, hex. */
  readonly recordSha256: string;
}

/** Where in which chain a line must stand. */
export interface ChainPlace {
  readonly bundleId: string;
  readonly manifestSha256: string;
  readonly seq: number;
  readonly previous: string | null;
}

const LF = 0x0a;

/** Digest of a line without its LF, hex. */
export const lineDigest = (line: Uint8Array): string => toHex(sha256(line));

/** Whether the last line of `seals/custody.jsonl` is whole. An empty file has none. */
export const endsInLf = (bytes: Uint8Array): boolean => bytes.length === 0 || bytes.at(-1) === LF;

/**
 * The lines of `seals/custody.jsonl`, each without its LF. Lazily: hostile bytes may be all LF.
 *
 * @param start where a line begins.
 */
export function* linesFrom(bytes: Uint8Array, start: number): Generator<Uint8Array> {
  let from = start;
  for (let end = bytes.indexOf(LF, from); end !== -1; end = bytes.indexOf(LF, from)) {
    yield bytes.subarray(from, end);
    from = end + 1;
  }
}

/** The last line first, each without its LF, and where the line after it begins. */
export function* linesFromEnd(
  bytes: Uint8Array,
): Generator<{ readonly line: Uint8Array; readonly next: number }> {
  let end = bytes.lastIndexOf(LF);
  while (end !== -1) {
    const before = end === 0 ? -1 : bytes.lastIndexOf(LF, end - 1);
    yield { line: bytes.subarray(before + 1, end), next: end + 1 };
    end = before;
  }
}

/**
 * Check one line: canonical form, place in the chain, bundle, and its own signature.
 *
 * @returns the line, or in words what is wrong with it.
 */
export function examineLine(line: Uint8Array, place: ChainPlace): ChainLine | string {
  const parsed = parseOrNull(line);
  if (!parsed) return 'is no canonical custody record of version 1';
  const { json, record } = parsed;
  const fault = findPlaceFault(record, place);
  if (fault) return fault;
  const recordSha256 = documentDigest(json);
  const signer = recoverSigner(documentText(record.schema, recordSha256), record.signature);
  if (signer !== record.signer_address) return 'has a signature that is not one of its stated signer';
  return { record, lineSha256: lineDigest(line), recordSha256 };
}

function parseOrNull(line: Uint8Array): ReturnType<typeof parseCustodyLine> | null {
  try {
    const parsed = parseCustodyLine(line);
    return equalBytes(canonicalBytes(parsed.json), line) ? parsed : null;
  } catch {
    return null;
  }
}

function findPlaceFault(record: CustodyRecord, place: ChainPlace): string | null {
  if (record.seq !== place.seq) return `has the number ${record.seq}`;
  if (record.previous !== place.previous) return 'does not follow from the one before it';
  if (record.bundle_id !== place.bundleId) return 'belongs to another bundle';
  if (record.manifest_sha256 !== place.manifestSha256) return 'names another manifest';
  return null;
}
