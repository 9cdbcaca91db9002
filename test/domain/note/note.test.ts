import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeNote,
  type NoteSignature,
  parseNote,
  parseSignatureLines,
} from '../../../src/domain/note/note.ts';
import { parseNoteKey } from '../../../src/domain/note/note-key.ts';
import { openNote } from '../../../src/domain/note/open-note.ts';
import published from '../../vectors/c2sp/signed-note.json' with { type: 'json' };

const malformed = expect.objectContaining({ code: 'NOTE_MALFORMED' });

/** Whether a note is one, and signed by one of the keys. */
function accepts(note: string, vkeys: readonly string[]): boolean {
  try {
    return openNote(note, vkeys.map(parseNoteKey)) !== null;
  } catch (error) {
    expect(error).toEqual(malformed);
    return false;
  }
}

describe('the published notes', () => {
  it.each(published.map((vector) => [vector.name, vector] as const))(
    'are judged as published: %s',
    (_, vector) => {
      expect(accepts(vector.note, vector.vkeys)).toBe(vector.valid);
    },
  );
});

describe('any note', () => {
  const name = fc.stringMatching(/^[a-z0-9./:[\]—-]{1,30}$/);
  const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
  const signature: fc.Arbitrary<NoteSignature> = fc.record({
    name,
    keyId: bytes(4),
    signature: fc.uint8Array({ minLength: 1, maxLength: 200 }),
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a note must not hold.
  const line = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((part) => !/[\u0000-\u001f]/.test(part));
  const text = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => `${lines.join('\n')}\n`);

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(text, fc.array(signature, { minLength: 1, maxLength: 20 }), (body, signatures) => {
        const note = encodeNote({ text: body, signatures });
        expect(parseNote(note)).toEqual({ text: body, signatures });
      }),
    );
  });

  it('has one spelling: what is read is printed the same', () => {
    fc.assert(
      fc.property(text, signature, fc.nat(), (body, only, seed) => {
        const note = encodeNote({ text: body, signatures: [only] });
        const at = seed % note.length;
        const changed = note.slice(0, at) + String.fromCharCode(33 + (seed % 90)) + note.slice(at + 1);
        try {
          expect(encodeNote(parseNote(changed))).toBe(changed);
        } catch (error) {
          expect(error).toEqual(malformed);
        }
      }),
    );
  });
});

describe('a malformed note', () => {
  const good =
    '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';

  it.each([
    ['nothing', ''],
    ['a lone surrogate', `\ud800\n\n${good}`],
    ['a carriage return', `text\r\n\n${good}`],
    ['a tab', `a\tb\n\n${good}`],
    ['a hyphen for the dash', `text\n\n${good.replace('—', '-')}`],
    ['two spaces', `text\n\n${good.replace(' Uw', '  Uw')}`],
    ['a plus sign in the name', `text\n\n${good.replace('foo', 'f+o')}`],
    ['a no-break space in the name', `text\n\n${good.replace('foo', 'f\u00a0o')}`],
    ['base64 without padding', `text\n\n${good.replace('=', '')}`],
    ['base64 with bits behind the end', `text\n\n${good.replace('aQM=', 'aQN=')}`],
    ['base64 for URLs', `text\n\n${good.replace('Uw2Q', 'Uw-Q')}`],
    ['a signature of no bytes', 'text\n\n— example.com/foo Uw2QOg==\n'],
    ['more than 256 KiB', `${'x'.repeat(256 * 1024)}\n\n${good}`],
  ])('is refused: %s', (_, note) => {
    expect(() => parseNote(note)).toThrow(malformed);
  });

  it('is also one of signature lines alone that end without a newline', () => {
    expect(parseSignatureLines(good)).toHaveLength(1);
    expect(() => parseSignatureLines(good.trimEnd())).toThrow(malformed);
    expect(() => parseSignatureLines(`${good}\n`)).toThrow(malformed);
  });
});

describe('a verifier key', () => {
  const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';

  it.each([
    ['no key', ''],
    ['another key id', vkey.replace('530d903a', '530d903b')],
    ['an upper-case key id', vkey.replace('530d903a', '530D903A')],
    ['another name', vkey.replace('foo', 'bar')],
    ['an unknown type', 'PeterNeumann+c74f20a3+AxBbCjzGMd4='],
    ['a key that is too short', vkey.slice(0, -4)],
  ])('is refused: %s', (_, text) => {
    expect(() => parseNoteKey(text)).toThrow(malformed);
  });
});

const corpus = new URL('../../../../shared/corpus/vectors/notes/', import.meta.url);

describe.skipIf(!existsSync(corpus))('the extra vectors beside the repository', () => {
  const read = (name: string) => readFileSync(new URL(name, corpus), 'utf8');

  it('judge notes as published', () => {
    for (const { note, vkeys, valid } of JSON.parse(read('signed-note.json')))
      expect(accepts(note, vkeys)).toBe(valid);
  });

  it('read a note with a signature of an unknown type, and take it for signed by nobody known', () => {
    const note = read('sunlight-checkpoint.txt');
    expect(parseNote(note).signatures).toHaveLength(1);
    expect(accepts(note, ['PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'])).toBe(false);
  });
});
