import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EvidenceError } from '../../core/error.ts';

/** Where Debian's packages `tesseract-ocr-<lang>` put their data, in a folder named after the version. */
const DEBIAN_FOLDER = '/usr/share/tesseract-ocr';
/** Names such as `eng`, `chi_sim`, `script/Latin` are tesseract's; those with a slash are left out. */
const LANGUAGE = /^[a-z]{3}(?:_[a-z]+)*$/;

/** Language data in the one folder that tesseract.js reads. */
export interface LanguageData {
  readonly folder: string;
  /** e.g. `eng+deu`. */
  readonly languages: string;
  remove(): Promise<void>;
}

/**
 * Finds the data of each language: the npm package `@tesseract.js-data/<lang>` if it is installed, else
 * Debian's `tesseract-ocr-<lang>`, and links it into a temporary folder.
 *
 * @param list e.g. `eng+deu` or `eng,deu`, the most important first.
 * @throws `REQUEST_INVALID` naming the language that is not installed, and how to install it.
 */
export async function linkLanguageData(list: string): Promise<LanguageData> {
  const names = [...new Set(list.split(/[+,]/))];
  const files = await Promise.all(names.map(dataFileOf));
  const folder = await mkdtemp(path.join(tmpdir(), 'affiant-ocr-'));
  // The suffix is what tesseract.js asks for; it tells packed from plain data by the bytes.
  await Promise.all(
    names.map((name, index) => symlink(files[index] ?? '', path.join(folder, `${name}.traineddata.gz`))),
  );
  return { folder, languages: names.join('+'), remove: () => rm(folder, { recursive: true, force: true }) };
}

async function dataFileOf(language: string): Promise<string> {
  const file = LANGUAGE.test(language) ? (npmFile(language) ?? (await debianFile(language))) : null;
  if (file) return file;
  const message = `AFFIANT_OCR_LANGS names ${JSON.stringify(language)}, whose data is not installed.`;
  throw new EvidenceError('REQUEST_INVALID', message, {
    hint: 'Run `npm install @tesseract.js-data/<lang>` or `apt-get install tesseract-ocr-<lang>`, or leave it out.',
  });
}

function npmFile(language: string): string | null {
  try {
    const index = createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}`);
    const file = path.join(path.dirname(index), '4.0.0_best_int', `${language}.traineddata.gz`);
    return existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

async function debianFile(language: string): Promise<string | null> {
  const versions = await readdir(DEBIAN_FOLDER).catch(() => []);
  const files = versions.map((version) =>
    path.join(DEBIAN_FOLDER, version, 'tessdata', `${language}.traineddata`),
  );
  return files.find((file) => existsSync(file)) ?? null;
}
