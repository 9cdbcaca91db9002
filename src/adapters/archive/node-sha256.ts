import { createHash } from 'node:crypto';
import type { Sha256Factory } from '../../core/sha256.ts';

/** SHA-256 by OpenSSL: several times faster than one written in JavaScript. */
export const createNodeSha256: Sha256Factory = () => createHash('sha256');
