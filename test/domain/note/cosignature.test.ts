import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { makeCosignature, verifyCosignature } from '../../../src/domain/note/cosignature.ts';
import { parseNote } from '../../../src/domain/note/note.ts';
import { encodeNoteKey, parseNoteKey } from '../../../src/domain/note/note-key.ts';
import { openNote } from '../../../src/domain/note/open-note.ts';
import published from '../../vectors/c2sp/cosigned-checkpoint.json' with { type: 'json' };

const witnesses = published.witnesses.map(parseNoteKey);

describe('a checkpoint of a public log', () => {
  it('is signed by its log and cosigned by its witnesses at the published time', () => {
    const opened = openNote(published.note, [parseNoteKey(published.log), ...witnesses]);
    const times = opened?.verified.map(({ key, at }) => [encodeNoteKey(key), at?.toISOString() ?? null]);
    expect(times).toEqual([
      [published.log, null],
      ...published.witnesses.map((vkey) => [vkey, published.cosigned_at]),
    ]);
  });

  it('is cosigned by nobody once one digit of it is another', () => {
    const changed = published.note.replace('1432088532', '1432088533');
    expect(witnesses.map((witness) => openNote(changed, [witness]))).toEqual([null, null, null]);
  });

  it('is not cosigned at any other time', () => {
    const [witness] = witnesses;
    const { text, signatures } = parseNote(published.note);
    const line = signatures.find(({ name }) => name === witness!.name);
    const later = line!.signature.slice();
    later[7]! += 1;
    expect(verifyCosignature(text, line!.signature, witness!.publicKey)?.toISOString()).toBe(
      published.cosigned_at,
    );
    expect(verifyCosignature(text, later, witness!.publicKey)).toBeNull();
  });
});

describe('a cosignature', () => {
  const seed = new Uint8Array(32).fill(7);
  const publicKey = ed25519.getPublicKey(seed);

  it('holds for the text, to the second', () => {
    const made = makeCosignature('log\n1\nroot\n', seed, new Date('2026-01-02T03:04:05.678Z'));
    expect(verifyCosignature('log\n1\nroot\n', made, publicKey)?.toISOString()).toBe(
      '2026-01-02T03:04:05.000Z',
    );
    expect(verifyCosignature('log\n1\nroot\nextension\n', made, publicKey)).toBeNull();
  });

  it.each([
    ['of another length', new Uint8Array(71)],
    ['of a time beyond any date', new Uint8Array(72).fill(0xff)],
  ])('is refused: %s', (_, bytes) => {
    expect(verifyCosignature('log\n1\nroot\n', bytes, publicKey)).toBeNull();
  });
});
