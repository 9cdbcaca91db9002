import { concatBytes } from '../../core/bytes.ts';

/** One ASN.1 value in DER. */
export interface Der {
  /** The identifier octet, e.g. 0x30 for SEQUENCE. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** Header and content: what digests and signatures of the value are over. */
  readonly raw: Uint8Array;
}

/** Identifier octets of the types that tokens and certificates use. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Identifier octet of a constructed context-specific value, e.g. `[0]`. */
export const contextTag = (number: number): number => 0xa0 | number;

const LONG_TAG = 0x1f;
const LONG_LENGTH = 0x80;
/** 16 MiB: longer than anything that is read here. */
const MAX_LENGTH_BYTES = 3;

/**
 * Read one value that fills `bytes`.
 *
 * @throws TypeError when it is not DER: indefinite or padded lengths, tags of several bytes, a rest.
 * @see ITU-T X.690
 */
export function readDer(bytes: Uint8Array): Der {
  const [value, ...rest] = readAll(bytes);
  if (!value || rest.length > 0) throw new TypeError('DER: not one value');
  return value;
}

/** The values inside a constructed one. @throws TypeError when it has another tag or its content is not DER. */
export function readMembers(value: Der | undefined, tag: number = TAG.sequence): Der[] {
  return readAll(expectTag(value, tag).content);
}

/** The value, which must be there and have this tag. @throws TypeError */
export function expectTag(value: Der | undefined, tag: number): Der {
  if (value?.tag !== tag) throw new TypeError(`DER: no value with tag ${tag}`);
  return value;
}

/** The value inside an explicit tag. @throws TypeError */
export function readExplicit(value: Der | undefined, number: number): Der {
  return readDer(expectTag(value, contextTag(number)).content);
}

/** DER of a value from its content. */
export function encodeDer(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const body = concatBytes(...content);
  return concatBytes(Uint8Array.of(tag, ...encodeLength(body.length)), body);
}

function encodeLength(length: number): number[] {
  if (length < LONG_LENGTH) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [LONG_LENGTH | bytes.length, ...bytes];
}

function readAll(bytes: Uint8Array): Der[] {
  const values: Der[] = [];
  for (let at = 0; at < bytes.length; ) {
    const value = readAt(bytes, at);
    values.push(value);
    at += value.raw.length;
  }
  return values;
}

function readAt(bytes: Uint8Array, at: number): Der {
  const tag = bytes[at] ?? LONG_TAG;
  if ((tag & LONG_TAG) === LONG_TAG) throw new TypeError('DER: no tag of one byte');
  const { length, start } = readLength(bytes, at + 1);
  const end = start + length;
  if (end > bytes.length) throw new TypeError('DER: cut off');
  return { tag, content: bytes.subarray(start, end), raw: bytes.subarray(at, end) };
}

function readLength(bytes: Uint8Array, at: number): { length: number; start: number } {
  const first = bytes[at] ?? LONG_LENGTH;
  if (first < LONG_LENGTH) return { length: first, start: at + 1 };
  const start = at + 1 + (first - LONG_LENGTH);
  const digits = bytes.subarray(at + 1, start);
  const length = digits.reduce((sum, byte) => sum * 256 + byte, 0);
  // One spelling for each length: what is signed must not be writable in two ways.
  const isShortest = length >= LONG_LENGTH && digits[0] !== 0;
  if (!isShortest || digits.length > MAX_LENGTH_BYTES)
    throw new TypeError('DER: no definite shortest length');
  return { length, start };
}
