// Whoever made the archive controls every path in it.

const MAX_PATH_CHARACTERS = 255;
// Control, format (such as a reversal of writing direction), private, unassigned and surrogate characters
// could make a path look like another one on a screen.
const UNPRINTABLE = /\p{C}/u;
const FORBIDDEN_ON_SOME_SYSTEM = /[\\:*?"<>|]/;

/**
 * Why a path may not be used for a file of a bundle, or null when it may.
 *
 * Allowed: relative, `/` between parts, no `.` or `..`, nothing that means another place on some system.
 */
export function findPathFault(path: string): string | null {
  if (path.length === 0 || path.length > MAX_PATH_CHARACTERS) return 'a path is empty or too long';
  if (UNPRINTABLE.test(path)) return 'a path has unprintable characters';
  if (path.startsWith('/')) return 'a path is absolute';
  if (FORBIDDEN_ON_SOME_SYSTEM.test(path)) return 'a path has characters that some systems do not allow';
  const parts = path.split('/');
  if (parts.includes('..')) return 'a path leads out of the archive';
  return parts.some((part) => part === '' || part === '.') ? 'a path has an empty part' : null;
}

/**
 * Why these files may not lie in one archive, or null when they may.
 *
 * Besides {@link findPathFault}: no two are the same on a system that ignores case or Unicode form, and
 * none is both a file and a folder.
 *
 * @param folders paths of folders that the archive names by themselves.
 */
export function findPathsFault(files: readonly string[], folders: readonly string[] = []): string | null {
  const fault = [...files, ...folders].map(findPathFault).find((found) => found !== null);
  if (fault) return fault;
  const foldedFiles = new Set(files.map(foldPath));
  if (foldedFiles.size < files.length) return 'two paths are the same, or differ only by case';
  const isTwice = (path: string) => foldedFiles.has(foldPath(path));
  return folders.some(isTwice) || files.some((path) => foldersOf(path).some(isTwice))
    ? 'a path is both a file and a folder'
    : null;
}

const foldPath = (path: string): string => path.normalize('NFC').toLowerCase();

function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
