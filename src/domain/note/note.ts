import { concatBytes } from '../../core/bytes.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { malformed } from './malformed.ts';

/** One signature line: `— <name> base64(<key id> ‖ <signature>)`. */
export interface NoteSignature {
  readonly name: string;
  /** 4 bytes. */
  readonly keyId: Uint8Array;
  /** What the key's algorithm made, at least one byte. */
  readonly signature: Uint8Array;
}

/** A text with its signatures. Nothing of it is verified: see `openNote`. */
export interface Note {
  /** What is signed, with its final newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

const KEY_ID_BYTES = 4;
/** Room for the 16 post-quantum signatures (5 kB each) that every reader must accept. */
const MAX_NOTE_LENGTH = 256 * 1024;
/** Unicode white space and plus signs would make lines and keys ambiguous. */
const NAME = /^[^\p{White_Space}+]+$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the format forbids exactly these.
const CONTROL_BESIDE_NEWLINE = /[\u0000-\u0009\u000b-\u001f]/;

/** Whether `name` may name a key. */
export const isKeyName = (name: string): boolean => NAME.test(name) && name.isWellFormed();

/**
 * Read a signed note: a text, an empty line, one or more signature lines.
 *
 * @throws EvidenceError `NOTE_MALFORMED`.
 * @see https://c2sp.org/signed-note
 */
export function parseNote(note: string): Note {
  const split = note.lastIndexOf('\n\n');
  const isPlain = note.length <= MAX_NOTE_LENGTH && note.isWellFormed() && !CONTROL_BESIDE_NEWLINE.test(note);
  if (!isPlain || split < 0) throw malformed('note');
  const signatures = parseSignatureLines(note.slice(split + 2));
  return { text: note.slice(0, split + 1), signatures };
}

/**
 * Signature lines alone, as a witness answers them.
 *
 * @throws EvidenceError `NOTE_MALFORMED` when there is none, or the last has no newline.
 */
export function parseSignatureLines(lines: string): NoteSignature[] {
  if (!lines.endsWith('\n')) throw malformed('note');
  return lines.slice(0, -1).split('\n').map(parseSignatureLine);
}

/** The inverse of {@link parseNote}. */
export const encodeNote = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(encodeSignatureLine).join('')}`;

/** With its newline. */
export const encodeSignatureLine = ({ name, keyId, signature }: NoteSignature): string =>
  `— ${name} ${encodeBase64(concatBytes(keyId, signature))}\n`;

function parseSignatureLine(line: string): NoteSignature {
  const [dash, name = '', base64 = '', ...rest] = line.split(' ');
  const bytes = decodeBase64(base64);
  if (dash !== '—' || rest.length > 0 || !isKeyName(name) || !bytes || bytes.length <= KEY_ID_BYTES) {
    throw malformed('note');
  }
  return { name, keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) };
}
