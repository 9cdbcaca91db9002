const BLOCK = 512;
const REGULAR_FILE = ['0', '\0'];

/** A regular file in a tar archive. */
export interface TarFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * The regular files of a ustar archive; folders, links and extensions are left out.
 *
 * @throws Error for a name that is absolute or leads out of the folder, or a file longer than the archive.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */
export function* readTar(archive: Uint8Array): Generator<TarFile> {
  for (let offset = 0; offset + BLOCK <= archive.length; ) {
    const header = Buffer.from(archive.subarray(offset, offset + BLOCK)).toString('latin1');
    const name = field(header, 0, 100);
    // Two empty blocks end the archive.
    if (name === '') return;
    const size = Number.parseInt(field(header, 124, 12), 8);
    const begin = offset + BLOCK;
    if (!Number.isSafeInteger(size) || begin + size > archive.length)
      throw new Error('the tar archive is cut short');
    if (REGULAR_FILE.includes(header.charAt(156))) {
      if (name.startsWith('/') || name.split('/').includes('..'))
        throw new Error('the tar archive leads elsewhere');
      yield { name, content: archive.subarray(begin, begin + size) };
    }
    offset = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** A NUL-terminated field. */
const field = (header: string, begin: number, length: number): string =>
  header.slice(begin, begin + length).split('\0', 1)[0] ?? '';
