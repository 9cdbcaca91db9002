import { describe, expect, it } from 'vitest';
import { parseWitnesses } from '../../../src/domain/checkpoint/witness-list.ts';
import { encodeNoteKey } from '../../../src/domain/note/note-key.ts';

const vkey = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2';

describe('the list of witnesses', () => {
  it('names each by its key and its address', () => {
    const witnesses = parseWitnesses(`${vkey}@https://witness.example/w1,\n ${vkey}@http://127.0.0.1:8080`);
    expect(witnesses.map(({ key, url }) => [encodeNoteKey(key), url])).toEqual([
      [vkey, 'https://witness.example/w1'],
      [vkey, 'http://127.0.0.1:8080/'],
    ]);
  });

  it('may be empty', () => {
    expect(parseWitnesses(' ,')).toEqual([]);
  });

  it.each([
    ['an address without a key', 'https://witness.example/w1'],
    ['a key without an address', vkey],
    ['a key with another id', `${vkey.replace('da77ade7', 'da77ade8')}@https://witness.example`],
    [
      'a key that signs notes, not cosignatures',
      'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k@https://witness.example',
    ],
    ['another scheme', `${vkey}@ftp://witness.example`],
    ['no URL', `${vkey}@https://[`],
  ])('is refused with %s, naming the place', (_, item) => {
    expect(() => parseWitnesses(`${vkey}@https://witness.example,${item}`)).toThrow(
      expect.objectContaining({ code: 'REQUEST_INVALID', message: expect.stringContaining('Witness 2') }),
    );
  });
});
