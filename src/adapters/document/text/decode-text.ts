import { isUtf8 } from 'node:buffer';
import { ResultType, Sniffer } from 'encoding-sniffer/sniffer';
import { EvidenceError } from '../../../core/error.ts';
import { mediaTypeCharset, mediaTypeEssence } from '../../../domain/document/media-type.ts';
import type { DecodedText } from '../../../domain/document/port.ts';
import { looksLikeText } from '../../../domain/document/sniff.ts';
import { guessEastAsian } from './guess-east-asian.ts';

/** Documents in which `<meta charset>` and the XML declaration mean something. */
const MARKUP = /html|xml/;

/**
 * Decodes text by the order of the HTML standard: BOM, declared charset, declaration in the first 1,024
 * bytes of markup; then UTF-8 when the bytes are UTF-8, an East Asian encoding when they are full of its
 * characters, else windows-1252, as browsers have it.
 *
 * @throws `ENCODING_UNSUPPORTED` when the declared charset does not exist or the bytes are not text.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export function decodeText(bytes: Uint8Array, declaredMediaType: string | null): DecodedText {
  const charset = mediaTypeCharset(declaredMediaType);
  if (!looksLikeText(bytes, charset))
    throw new EvidenceError('ENCODING_UNSUPPORTED', 'The bytes are not text.');
  const essence = mediaTypeEssence(declaredMediaType);
  const isMarkup = essence === null || MARKUP.test(essence);
  const { label, confidence } = sniffEncoding(bytes, charset, isMarkup);
  const decoder = decoderFor(label);
  return { text: decoder.decode(bytes), encoding: decoder.encoding, confidence };
}

function sniffEncoding(
  bytes: Uint8Array,
  charset: string | null,
  isMarkup: boolean,
): { label: string; confidence: DecodedText['confidence'] } {
  const sniffer = new Sniffer(charset === null ? {} : { transportLayerEncodingLabel: charset });
  // Without markup only a BOM can tell; three bytes hold no declaration.
  sniffer.write(bytes.subarray(0, isMarkup ? 1_024 : 3));
  const confidence = CONFIDENCE[sniffer.resultType];
  // The sniffer passes over a declared charset that it does not know; its decoder says so.
  if (confidence !== 'bom' && charset !== null) return { label: charset, confidence: 'declared' };
  if (confidence !== 'guess') return { label: sniffer.encoding, confidence };
  return { label: isUtf8(bytes) ? 'utf-8' : (guessEastAsian(bytes) ?? 'windows-1252'), confidence };
}

const CONFIDENCE: Readonly<Record<ResultType, DecodedText['confidence']>> = {
  [ResultType.BOM]: 'bom',
  [ResultType.PASSED]: 'declared',
  [ResultType.XML_PREFIX]: 'meta',
  [ResultType.META_TAG]: 'meta',
  [ResultType.XML_ENCODING]: 'meta',
  [ResultType.DEFAULT]: 'guess',
};

function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch (cause) {
    throw new EvidenceError('ENCODING_UNSUPPORTED', undefined, { cause });
  }
}
