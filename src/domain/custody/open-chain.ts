import { concatBytes } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type { BundleStore } from '../bundle/port.ts';
import { bundleEventEntry } from '../log/entry.ts';
import type { Signer, SigningKeyRecord } from '../signing/port.ts';
import { buildLine } from './build-line.ts';
import { CUSTODY_PATH, readChain } from './chain-file.ts';
import { type ChainLine, endsInLf } from './chain-line.ts';
import type { CustodyEvent } from './events.ts';
import type { CustodyLink, LockedChain } from './port.ts';
import type { CustodyRecord } from './record.ts';
import { unrecordedTail } from './unrecorded-tail.ts';
import { MAX_CUSTODY_BYTES } from './verify-chain.ts';
import { stateOfRecord } from './verify-state.ts';

/** With what a chain is continued. */
export interface ChainTools {
  readonly store: BundleStore;
  readonly signer: Signer;
  /** The service's own keys, read before the chain was locked. */
  readonly keys: readonly SigningKeyRecord[];
}

/** A locked chain together with its file. */
export interface OpenChain {
  /** The file as it was opened; null when the bundle's files are gone. */
  readonly bytes: Uint8Array | null;
  /** Whether the bundle is under legal hold, unrecorded events included. */
  readonly isHeld: boolean;
  /**
   * Chain and sign an event, and write it: its link into SQL, its line into the file, in this order. The caller
   * ends its transaction right after. At most one event for an opened chain.
   *
   * @param at RFC 3339 with milliseconds.
   * @throws EvidenceError `CUSTODY_FULL`, `ARTIFACT_TAMPERED` when the bundle's files are gone.
   */
  append(event: CustodyEvent, at: string): Promise<ChainLine>;
  /** Like `append`, for the event that ends the chain: its file goes away with the bundle. */
  appendLast(event: CustodyEvent, at: string): Promise<ChainLine>;
}

const LF = Uint8Array.of(0x0a);
/** The other half is left for holds and what follows from them. */
const CALLERS_SHARE = 0.5;

/**
 * Open a chain under its lock. Events in the file that SQL does not know yet are taken up first, with what
 * follows from them: the file is written before the transaction that records it ends.
 */
export async function openChain(locked: LockedChain, tools: ChainTools): Promise<OpenChain> {
  const bytes = await readChain(tools.store, locked.bundle.bundleId);
  const chain = { ...locked, head: await locked.newest() };
  const tail = bytes ? await unrecordedTail(bytes, chain, tools.keys) : [];
  for (const line of tail) await recordLine(locked, line);
  const last = tail.at(-1);
  const place = {
    bundleId: locked.bundle.bundleId,
    manifestSha256: locked.bundle.manifestSha256,
    seq: (last?.record.seq ?? chain.head?.seq ?? 0) + 1,
    previous: last?.lineSha256 ?? chain.head?.lineSha256 ?? null,
  };
  const build = (event: CustodyEvent, at: string) => buildLine(event, { ...place, at }, tools.signer);
  return {
    bytes,
    isHeld: heldAfter(tail) ?? locked.bundle.legalHold,
    async append(event, at) {
      if (!bytes) throw new EvidenceError('ARTIFACT_TAMPERED', 'The files of this bundle are gone.');
      const { line, bytes: lineBytes } = await build(event, at);
      // A cut-off last line stays, broken as it is, on a line of its own.
      const whole = concatBytes(bytes, endsInLf(bytes) ? new Uint8Array() : LF, lineBytes, LF);
      if (whole.length > largestAfter(event)) throw new EvidenceError('CUSTODY_FULL');
      await recordLine(locked, line);
      await tools.store.writeSeal(locked.bundle.bundleId, CUSTODY_PATH, whole);
      return line;
    },
    async appendLast(event, at) {
      const { line } = await build(event, at);
      await recordLine(locked, line);
      return line;
    },
  };
}

/** Write a record's link, and what follows from it. */
async function recordLine(locked: LockedChain, line: ChainLine): Promise<void> {
  const { type, bundle_id, manifest_sha256, at } = line.record;
  await locked.append(toLink(line));
  if (type !== 'hold' && type !== 'release') return;
  const entry = bundleEventEntry(type, { bundleId: bundle_id, manifestSha256: manifest_sha256 }, at);
  await locked.setHold(type === 'hold', entry);
}

const toLink = ({ record, lineSha256, recordSha256 }: ChainLine): CustodyLink => ({
  seq: record.seq,
  type: record.type,
  receiptId: record.receipt_id,
  at: new Date(record.at),
  lineSha256,
  recordSha256,
  keyId: record.key_id,
  signerAddress: record.signer_address,
  signature: record.signature,
  stateSha256: stateOfRecord(record),
});

/** Whether these events leave the bundle under a hold; undefined when none of them is about one. */
function heldAfter(lines: readonly { readonly record: CustodyRecord }[]): boolean | undefined {
  const last = lines.findLast(({ record: { type } }) => type === 'hold' || type === 'release');
  return last && last.record.type === 'hold';
}

const CALLERS_TYPES = new Set(['provenance', 'handoff', 'handoff-accepted', 'receipt']);

const largestAfter = ({ type }: CustodyEvent): number =>
  CALLERS_TYPES.has(type) ? MAX_CUSTODY_BYTES * CALLERS_SHARE : MAX_CUSTODY_BYTES;
