import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes, utf8 } from '../../src/core/bytes.ts';
import { encodeTreeHead } from '../../src/domain/checkpoint/checkpoint-text.ts';
import { encodeLogProof } from '../../src/domain/checkpoint/log-proof.ts';
import { createLogSigner } from '../../src/domain/checkpoint/log-signer.ts';
import { buildLine } from '../../src/domain/custody/build-line.ts';
import { holdEvent, releaseEvent } from '../../src/domain/custody/events.ts';
import { bundleEntry } from '../../src/domain/log/entry.ts';
import { leafHash } from '../../src/domain/merkle/hash.ts';
import { inclusionPath } from '../../src/domain/merkle/inclusion.ts';
import { merkleRoot } from '../../src/domain/merkle/root.ts';
import { makeCosignature } from '../../src/domain/note/cosignature.ts';
import { encodeSignatureLine } from '../../src/domain/note/note.ts';
import { type NoteKey, noteKeyId, SIGNATURE_TYPE } from '../../src/domain/note/note-key.ts';
import type { Signer } from '../../src/domain/signing/port.ts';
import { GOLDEN_INPUT } from './golden-bundle.ts';
import type { BundleMap } from './memory-bundle.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Signs as the log of the golden bundle; everybody knows its key. */
export const GOLDEN_LOG = createLogSigner('golden.example/log', new Uint8Array(32).fill(0x46));

const WITNESS_SEED = new Uint8Array(32).fill(0x47);
export const GOLDEN_WITNESS: NoteKey = {
  name: 'witness.example/golden',
  type: SIGNATURE_TYPE.cosignature,
  publicKey: ed25519.getPublicKey(WITNESS_SEED),
};

export interface LogPlaceOptions {
  /** Index of the bundle's entry; the log has 10. */
  readonly index: number;
  readonly signer?: typeof GOLDEN_LOG;
  /** When the witness saw the checkpoint. */
  readonly witnessedAt?: Date;
  /** Entry in the bundle's place. */
  readonly entry?: string;
}

/** `seals/log-proof.txt` of a bundle in a log of ten entries. */
export async function logProofOf(files: BundleMap, options: LogPlaceOptions): Promise<Uint8Array> {
  const { index, signer = GOLDEN_LOG, witnessedAt, entry = entryOf(files) } = options;
  const leaves = Array.from({ length: 10 }, (_, at) => leafHash(utf8(at === index ? entry : `{"n":${at}}`)));
  const text = encodeTreeHead({ origin: signer.key.name, treeSize: 10, rootHash: merkleRoot(leaves) });
  const cosignature = witnessedAt && {
    name: GOLDEN_WITNESS.name,
    keyId: noteKeyId(GOLDEN_WITNESS),
    signature: makeCosignature(text, WITNESS_SEED, witnessedAt),
  };
  const note = (await signer.sign(text)) + (cosignature ? encodeSignatureLine(cosignature) : '');
  return utf8(encodeLogProof({ leafIndex: index, path: inclusionPath(leaves, index), note }));
}

/** `seals/custody.jsonl` with a hold and its release, each signed by one of the signers. */
export async function custodyOf(files: BundleMap, signers: readonly [Signer, Signer]): Promise<Uint8Array> {
  const place = { bundleId: GOLDEN_INPUT.bundleId, manifestSha256: sha256(files.get('manifest.json')!) };
  const hold = holdEvent({ agentId: 'agent', reason: null, matter: null });
  const first = await buildLine(
    hold,
    { ...place, seq: 1, previous: null, at: '2026-01-02T04:00:00.000Z' },
    signers[0],
  );
  const previous = first.line.lineSha256;
  const second = await buildLine(
    releaseEvent('agent'),
    { ...place, seq: 2, previous, at: '2026-01-02T05:00:00.000Z' },
    signers[1],
  );
  return concatBytes(first.bytes, utf8('\n'), second.bytes, utf8('\n'));
}

const entryOf = (files: BundleMap): string =>
  bundleEntry({
    bundleId: GOLDEN_INPUT.bundleId,
    manifestSha256: sha256(files.get('manifest.json')!),
    signatureSha256: sha256(files.get('signature.json')!),
  });
