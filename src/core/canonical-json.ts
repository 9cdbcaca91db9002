import canonicalize from 'canonicalize';
import { utf8 } from './bytes.ts';

/** A value that RFC 8785 can say without loss under our rules: no floats, no `undefined`. */
export type CanonicalValue =
  | null
  | boolean
  | number
  | string
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

/**
 * Canonical JSON (RFC 8785) of `value`.
 *
 * @throws TypeError if it holds something canonical JSON cannot say: `undefined`, functions, dates,
 *   fractions, integers beyond 2^53 or lone surrogates. The library drops some of these in silence.
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function encodeCanonical(value: unknown): string {
  assertCanonical(value, '$');
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('canonical JSON: nothing to encode');
  return text;
}

/** UTF-8 bytes of {@link encodeCanonical}. */
export const canonicalBytes = (value: unknown): Uint8Array => utf8(encodeCanonical(value));

function assertCanonical(value: unknown, path: string): void {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'string') assertWellFormed(value, path);
  else if (typeof value === 'number') assertInteger(value, path);
  else assertMembers(value, path);
}

function assertMembers(value: unknown, path: string): void {
  if (!Array.isArray(value)) assertPlainObject(value, path);
  for (const [key, member] of Object.entries(value as object)) {
    assertWellFormed(key, path);
    assertCanonical(member, `${path}.${key}`);
  }
}

function assertPlainObject(value: unknown, path: string): asserts value is object {
  const prototype = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`canonical JSON: ${path} is not plain data`);
  }
}

function assertInteger(value: number, path: string): void {
  if (!Number.isSafeInteger(value)) throw new TypeError(`canonical JSON: ${path} is not a safe integer`);
}

function assertWellFormed(text: string, path: string): void {
  if (!text.isWellFormed()) throw new TypeError(`canonical JSON: ${path} has a lone surrogate`);
}
