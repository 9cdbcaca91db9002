import { EvidenceError } from '../../core/error.ts';
import { pause } from '../../core/pause.ts';
import type { BundleReader, BundleStore } from '../bundle/port.ts';
import { readWhole } from '../bundle/read-whole.ts';
import { type ChainLine, endsInLf, lineDigest, linesFrom, linesFromEnd } from './chain-line.ts';
import { parseCustodyLine } from './record.ts';
import { documentDigest } from './signed-document.ts';
import { MAX_CUSTODY_BYTES } from './verify-chain.ts';

/** Where a bundle's custody records lie. */
export const CUSTODY_PATH = 'seals/custody.jsonl';

const RECORDS_PER_SLICE = 256;

/**
 * The bytes of `seals/custody.jsonl`; none when the bundle has no such file yet.
 *
 * @returns null when the bundle's files are gone altogether.
 * @throws EvidenceError `CUSTODY_FULL` when the file is larger than any that the service writes.
 */
export async function readChain(store: BundleStore, bundleId: string): Promise<Uint8Array | null> {
  const reader = await store.open(bundleId);
  return reader && readFile(reader);
}

async function readFile(reader: BundleReader): Promise<Uint8Array> {
  // A file that cannot be read must not pass for none: it would be overwritten.
  const isThere = (await reader.list()).some(({ path }) => path === CUSTODY_PATH);
  if (!isThere) return new Uint8Array();
  try {
    return await readWhole(reader.read(CUSTODY_PATH), MAX_CUSTODY_BYTES);
  } catch (cause) {
    if (cause instanceof RangeError) throw new EvidenceError('CUSTODY_FULL', undefined, { cause });
    throw cause;
  }
}

/**
 * Every record of a chain, in order.
 *
 * @throws EvidenceError `ARTIFACT_TAMPERED` when a line is not a custody record.
 */
export async function parseRecords(bytes: Uint8Array): Promise<readonly ChainLine[]> {
  const records: ChainLine[] = [];
  if (!endsInLf(bytes)) broken();
  for (const line of linesFrom(bytes, 0)) {
    records.push(parseRecord(line) ?? broken());
    if (records.length % RECORDS_PER_SLICE === 0) await pause();
  }
  return records;
}

/** The record whose line has this digest; null when it is not in the file. */
export function findRecord(bytes: Uint8Array, lineSha256: string): ChainLine | null {
  // From the end: what is asked for is mostly new.
  for (const { line } of linesFromEnd(bytes)) {
    if (lineDigest(line) === lineSha256) return parseRecord(line);
  }
  return null;
}

function parseRecord(line: Uint8Array): ChainLine | null {
  try {
    const { json, record } = parseCustodyLine(line);
    return { record, lineSha256: lineDigest(line), recordSha256: documentDigest(json) };
  } catch {
    return null;
  }
}

function broken(): never {
  throw new EvidenceError('ARTIFACT_TAMPERED', 'The custody records of this bundle are damaged.', {
    details: { tampered: ['custody'] },
  });
}
