import { fromUtf8 } from '../../core/bytes.ts';
import { type Der, expectTag, TAG } from './der.ts';

/** An object identifier in dotted form, e.g. `1.2.840.113549.1.7.2`. @throws TypeError */
export function readOid(value: Der | undefined): string {
  const { content } = expectTag(value, TAG.oid);
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - 40 * root, ...rest].join('.');
}

/** The bytes of a bit string of whole bytes. @throws TypeError */
export function readBitString(value: Der | undefined): Uint8Array {
  const { content } = expectTag(value, TAG.bitString);
  if (content[0] !== 0) throw new TypeError('DER: a bit string with unused bits');
  return content.subarray(1);
}

/** Whether a named bit, counted from 0, is set. @throws TypeError */
export function hasBit(value: Der | undefined, bit: number): boolean {
  const byte = expectTag(value, TAG.bitString).content[1 + Math.floor(bit / 8)] ?? 0;
  return (byte & (0x80 >> (bit % 8))) !== 0;
}

/** A small non-negative integer. @throws TypeError */
export function readSmallInteger(value: Der | undefined): number {
  const { content } = expectTag(value, TAG.integer);
  const [first = 0xff] = content;
  if (first > 0x7f || content.length > 4) throw new TypeError('DER: not a small integer');
  return content.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** A boolean; false where it is left out. */
export const readBoolean = (value: Der | undefined): boolean =>
  value?.tag === TAG.boolean && value.content[0] === 0xff;

const UTC_TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d+))?Z$/;

/**
 * A UTCTime of RFC 5280 (years 1950 to 2049) or a GeneralizedTime in UTC, fractions cut to milliseconds.
 *
 * @throws TypeError
 */
export function readTime(value: Der | undefined): Date {
  const isShort = value?.tag === TAG.utcTime;
  const text = fromUtf8(expectTag(value, isShort ? TAG.utcTime : TAG.generalizedTime).content);
  const [, year = '', month, day, hour, minute, second, fraction = ''] =
    (isShort ? UTC_TIME : GENERALIZED_TIME).exec(text) ?? [];
  const century = isShort ? (Number(year) < 50 ? '20' : '19') : '';
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  const time = new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}Z`);
  if (Number.isNaN(time.getTime())) throw new TypeError('DER: not a time');
  return time;
}
