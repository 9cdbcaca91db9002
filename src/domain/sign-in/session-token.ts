import { createHash } from 'node:crypto';
import { randomText } from '../../core/random-text.ts';

const PREFIX = 'afs_';

/** A fresh session token: 43 characters of about 256 bits. */
export const createSessionToken = (): string => PREFIX + randomText(43);

/** Whether a bearer token calls itself a session's. */
export const isSessionToken = (text: string): boolean => text.startsWith(PREFIX);

/** SHA-256, hex: what is stored and looked up. A token is as random as its digest, so that it needs no salt. */
export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('hex');
