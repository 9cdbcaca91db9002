import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';

/** Prefix of each kind of id (design.md 4.1). */
export type IdPrefix =
  | 'ev'
  | 'job'
  | 'col'
  | 'mon'
  | 'rcpt'
  | 'ckpt'
  | 'prov'
  | 'hand'
  | 'tomb'
  | 'req'
  | 'wh'
  | 'dlv'
  | 'chk'
  | 'chg'
  | 'pay'
  | 'fb';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Crockford base 32 of an unsigned integer, left-padded to `length` digits. */
function encodeCrockford(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest >>= 5n) text = CROCKFORD[Number(rest & 31n)] + text;
  return text;
}

/** A ULID: 48 bits of Unix milliseconds and 80 random bits, 26 characters of Crockford base 32. */
export function createUlid(clock: Clock = systemClock): string {
  const random = BigInt(`0x${randomBytes(10).toString('hex')}`);
  return encodeCrockford((BigInt(clock.now().getTime()) << 80n) | random, 26);
}

/** A new id such as `ev_01J…`: prefix and ULID. */
export const createId = (prefix: IdPrefix, clock: Clock = systemClock): string =>
  `${prefix}_${createUlid(clock)}`;

/** 128 random bits in Crockford base 32 after the prefix: for ids that are themselves a capability. */
export const createCapabilityId = (prefix: IdPrefix): string =>
  `${prefix}_${encodeCrockford(BigInt(`0x${randomBytes(16).toString('hex')}`), 26)}`;

/** The form of an id with this prefix. The first digit of 26 carries only 3 bits. */
export const idPattern = (prefix: IdPrefix): RegExp => new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`);
