import { EvidenceError } from '../../core/error.ts';
import { parseNoteKey, SIGNATURE_TYPE } from '../note/note-key.ts';
import type { Witness } from './port.ts';

/**
 * Read `AFFIANT_WITNESS_URLS`: `<verifier key>@<submission prefix>`, separated by commas or white space.
 *
 * ```
 * witness.example/w1+6bc44249+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2@https://witness.example/w1
 * ```
 * The key comes first and decides: what a witness answers counts only when this key signed it.
 *
 * @throws EvidenceError `REQUEST_INVALID`, naming the item by its place.
 */
export const parseWitnesses = (list: string): Witness[] =>
  list
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((item, index) => parseWitness(item, index + 1));

function parseWitness(item: string, place: number): Witness {
  const [, vkey = '', url = ''] = /^(.+)@(https?:\/\/.+)$/.exec(item) ?? [];
  try {
    const key = parseNoteKey(vkey);
    if (key.type === SIGNATURE_TYPE.cosignature) return { key, url: new URL(url).href };
  } catch (cause) {
    throw invalid(place, cause);
  }
  throw invalid(place);
}

const invalid = (place: number, cause?: unknown): EvidenceError =>
  new EvidenceError(
    'REQUEST_INVALID',
    `Witness ${place} must be <verifier key of type 0x04>@<http or https URL>.`,
    { cause },
  );
