import { EvidenceError } from '../../core/error.ts';
import { idPattern } from '../../core/id.ts';

const MAX_PATH_BYTES = 400;
const BUNDLE_ID = idPattern('ev');

/** Whether `text` is a bundle's id, so that it may be a folder's name. */
export const isBundleId = (text: string): boolean => BUNDLE_ID.test(text);

/**
 * Whether `path` names a file inside a bundle: relative, `/` between parts, no part that climbs or hides
 * (`.`, `..`, empty), no backslash, no NUL.
 */
export function isEntryPath(path: string): boolean {
  const isPlain = !/[\\\0]/.test(path) && Buffer.byteLength(path) <= MAX_PATH_BYTES;
  return isPlain && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** @throws EvidenceError `INTERNAL`: our own code names the files it writes. */
export function assertEntryPath(path: string): void {
  if (!isEntryPath(path)) throw new EvidenceError('INTERNAL', 'A file of a bundle has an unsafe name.');
}
