import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { ensureProgram } from '../../support/debian.ts';

const run = promisify(execFile);
const ONE_THREAD = { env: { ...process.env, OMP_THREAD_LIMIT: '1' }, maxBuffer: 64 << 20 };

/** The native program on one thread, as a person calls it: each call starts it and decodes the file. */
export interface NativeTesseract {
  /** Any way up (`--psm 1`), with the language data that the service has. */
  image(file: string): Promise<string>;
  /** The same with the data and the page segmentation that Debian's package takes by itself: not turned. */
  imageByDefault(file: string): Promise<string>;
  /** A PDF, drawn by `pdftoppm` at 200 dpi. */
  pdf(file: string): Promise<string>;
}

/**
 * @param folder for the language data; the caller removes it.
 * @throws Error when a program is not there and cannot be installed.
 */
export async function nativeTesseract(folder: string): Promise<NativeTesseract> {
  const isThere =
    (await ensureProgram('tesseract', 'tesseract-ocr')) && (await ensureProgram('pdftoppm', 'poppler-utils'));
  if (!isThere) throw new Error('tesseract or pdftoppm is not there');
  const data = await sameData(folder);
  const read = async (file: string, ...args: readonly string[]): Promise<string> =>
    (await run('tesseract', [file, '-', ...args], ONE_THREAD)).stdout;
  const image = (file: string) => read(file, '--psm', '1', '--tessdata-dir', data);
  return {
    image,
    imageByDefault: (file) => read(file),
    async pdf(file) {
      await run('pdftoppm', ['-r', '200', '-gray', file, file]);
      const pages: string[] = [];
      for (const page of await pagesOf(file)) pages.push(await image(page));
      return pages.join('');
    },
  };
}

/** What `pdftoppm` has written beside `file`. */
async function pagesOf(file: string): Promise<readonly string[]> {
  const names = await readdir(path.dirname(file));
  const pages = names.filter((name) => name.startsWith(`${path.basename(file)}-`));
  return pages.toSorted().map((name) => path.join(path.dirname(file), name));
}

/** The service's data for English, unpacked, beside what the program needs to find the way up. */
async function sameData(folder: string): Promise<string> {
  const { stdout } = await run('tesseract', ['--list-langs']);
  const debian = /"(.+)"/.exec(stdout)?.[1];
  if (debian === undefined) throw new Error('tesseract does not say where its data is');
  const ours = path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng'));
  const packed = await readFile(path.join(ours, '4.0.0_best_int', 'eng.traineddata.gz'));
  const data = path.join(folder, 'tessdata');
  await mkdir(data);
  await writeFile(path.join(data, 'eng.traineddata'), gunzipSync(packed));
  await symlink(path.join(debian, 'osd.traineddata'), path.join(data, 'osd.traineddata'));
  return data;
}
