import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/core/bytes.ts';
import { encodeLogProof, parseLogProof, verifyLogProof } from '../../../src/domain/checkpoint/log-proof.ts';
import { createLogSigner } from '../../../src/domain/checkpoint/log-signer.ts';
import { leafHash } from '../../../src/domain/merkle/hash.ts';
import { inclusionPath } from '../../../src/domain/merkle/inclusion.ts';
import { makeCosignature } from '../../../src/domain/note/cosignature.ts';
import { encodeSignatureLine, parseNote } from '../../../src/domain/note/note.ts';
import { type NoteKey, noteKeyId, parseNoteKey, SIGNATURE_TYPE } from '../../../src/domain/note/note-key.ts';
import cosigned from '../../vectors/c2sp/cosigned-checkpoint.json' with { type: 'json' };
import published from '../../vectors/c2sp/tessera-log.json' with { type: 'json' };

const leaves = published.leaves.map((leaf) => leafHash(utf8(leaf)));
const trust = { log: parseNoteKey(published.vkey), witnesses: cosigned.witnesses.map(parseNoteKey) };
const proofOf = (leafIndex: number, treeSize: number) =>
  encodeLogProof({
    leafIndex,
    path: inclusionPath(leaves.slice(0, treeSize), leafIndex),
    note: published.checkpoints[treeSize]!,
  });

describe('a log proof', () => {
  it('shows each entry of a published log under each of its checkpoints, and no other entry', () => {
    for (let treeSize = 1; treeSize < published.checkpoints.length; treeSize++) {
      for (let index = 0; index < treeSize; index++) {
        const verdict = verifyLogProof(proofOf(index, treeSize), published.leaves[index]!, trust);
        expect(verdict).toMatchObject({
          isSigned: true,
          isIncluded: true,
          head: { treeSize },
          cosignatures: [],
        });
        expect(verifyLogProof(proofOf(index, treeSize), 'another', trust).isIncluded).toBe(false);
      }
    }
  });

  it('is text of this form', () => {
    const path = [new Uint8Array(32), new Uint8Array(32).fill(255)];
    const text = encodeLogProof({ leafIndex: 5, path, note: 'note\n' });
    const hashes = path.map((hash) => Buffer.from(hash).toString('base64'));
    expect(text).toBe(`c2sp.org/tlog-proof@v1\nindex 5\n${hashes[0]}\n${hashes[1]}\n\nnote\n`);
    expect(parseLogProof(text)).toEqual({ leafIndex: 5, path, note: 'note\n' });
  });

  it('may carry extra data, which counts for nothing', () => {
    const text = 'c2sp.org/tlog-proof@v1\nextra ZXh0cmE=\nindex 0\n\nnote\n';
    expect(parseLogProof(text)).toEqual({ leafIndex: 0, path: [], note: 'note\n' });
  });

  it('is not signed when another log, or the same key for another origin, made the checkpoint', () => {
    const proof = proofOf(2, 5);
    const stranger = createLogSigner('example.com/log/testdata', new Uint8Array(32).fill(1)).key;
    const renamed = { ...trust.log, name: 'example.com/other' };
    expect(verifyLogProof(proof, 'three', { ...trust, log: stranger })).toMatchObject({
      isSigned: false,
      isIncluded: true,
    });
    expect(verifyLogProof(proof, 'three', { ...trust, log: renamed })).toMatchObject({ isSigned: false });
  });

  it('is not signed when the log key signed a text that names another origin', async () => {
    const signer = createLogSigner('example.com/ours', new Uint8Array(32).fill(1));
    const root = Buffer.from(leaves[0]!).toString('base64');
    const proof = encodeLogProof({
      leafIndex: 0,
      path: [],
      note: await signer.sign(`example.com/theirs\n1\n${root}\n`),
    });
    expect(verifyLogProof(proof, 'one', { log: signer.key, witnesses: [] })).toMatchObject({
      isSigned: false,
      isIncluded: true,
    });
  });

  it('shows which of the trusted witnesses cosigned, and when', () => {
    const seed = new Uint8Array(32).fill(3);
    const witness = {
      name: 'witness.example',
      type: SIGNATURE_TYPE.cosignature,
      publicKey: ed25519.getPublicKey(seed),
    };
    const note = published.checkpoints[1]!;
    const signature = makeCosignature(parseNote(note).text, seed, new Date('2026-01-01T00:00:00Z'));
    const line = encodeSignatureLine({ name: witness.name, keyId: noteKeyId(witness), signature });
    const proof = encodeLogProof({ leafIndex: 0, path: [], note: note + line });
    const judge = (witnesses: NoteKey[]) => verifyLogProof(proof, 'one', { log: trust.log, witnesses });
    expect(judge([witness]).cosignatures).toMatchObject([
      { key: witness, at: new Date('2026-01-01T00:00:00Z') },
    ]);
    expect(judge(trust.witnesses)).toMatchObject({ isSigned: true, cosignatures: [] });
  });

  it.each([
    ['another header', proofOf(0, 2).replace('v1', 'v2')],
    ['no index', proofOf(0, 2).replace(/index 0\n/, '')],
    ['an index with a leading zero', proofOf(0, 2).replace('index 0', 'index 00')],
    ['a negative index', proofOf(0, 2).replace('index 0', 'index -1')],
    ['a hash that is no base64', proofOf(0, 2).replace(/\n(.{44})\n/, '\n!!!!\n')],
    [
      'a hash of 33 bytes',
      proofOf(0, 2).replace(/\n(.{44})\n/, `\n${Buffer.alloc(33).toString('base64')}\n`),
    ],
    ['extra data that is no base64', proofOf(0, 2).replace('index', 'extra !\nindex')],
    ['extra data behind the index', proofOf(0, 2).replace('index 0\n', 'index 0\nextra ZXh0cmE=\n')],
    ['no checkpoint', 'c2sp.org/tlog-proof@v1\nindex 0\n'],
    ['a note that is none', 'c2sp.org/tlog-proof@v1\nindex 0\n\nnote\n'],
    [
      'a path longer than any tree is high',
      encodeLogProof({
        leafIndex: 0,
        path: Array(54).fill(new Uint8Array(32)),
        note: published.checkpoints[2]!,
      }),
    ],
  ])('is malformed with %s', (_, text) => {
    expect(() => verifyLogProof(text, 'one', trust)).toThrow(
      expect.objectContaining({ code: 'NOTE_MALFORMED' }),
    );
  });

  it('is malformed when its path cannot belong to the tree', () => {
    const short = encodeLogProof({ leafIndex: 0, path: [], note: published.checkpoints[2]! });
    expect(() => verifyLogProof(short, 'one', trust)).toThrow(
      expect.objectContaining({ code: 'PROOF_MALFORMED' }),
    );
  });
});
