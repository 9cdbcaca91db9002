import { utf8 } from '../../core/bytes.ts';
import { foldText } from '../citation/normalise.ts';

/** What a decoder puts in the place of bytes that its encoding does not have. */
const REPLACEMENT = '\ufffd';
/** What sets encodings apart; they agree on the rest. */
const OUTSIDE_ASCII = /[^\0-\x7f]+/gu;

/**
 * Whether one of two lines is the other one read in a wrong encoding, as when a server changes the charset that it
 * declares and not the bytes, or the other way round. The page says the same; the words are only spoilt.
 */
export const isGarbledCopy = (one: string, other: string): boolean =>
  isSpoilt(one, other) || isSpoilt(other, one);

/** UTF-8 read as windows-1252 doubles its letters; the other way round they are lost. */
function isSpoilt(clean: string, spoilt: string): boolean {
  if (spoilt.includes(REPLACEMENT)) return asciiOf(clean) === asciiOf(spoilt);
  const doubled = new TextDecoder('windows-1252').decode(utf8(clean));
  return doubled.length > clean.length && fold(doubled) === fold(spoilt);
}

const asciiOf = (text: string): string => text.replace(OUTSIDE_ASCII, REPLACEMENT);

const fold = (text: string): string => foldText(text).trim();
