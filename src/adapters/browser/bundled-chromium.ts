import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { readTar } from './tar.ts';

/** The browser of `@sparticuz/chromium`, unpacked. */
export interface BundledChromium {
  readonly executablePath: string;
  /** NSS and NSPR, for systems that have none. */
  readonly libraryDir: string;
  /** Points fontconfig at the packed fonts where the system has none; else empty. */
  readonly fontEnv: Readonly<Record<string, string>>;
}

const EXECUTABLE = 'chromium';
const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', '/System/Library/Fonts'];

/**
 * Unpack the browser of `@sparticuz/chromium`, once for each version of it. Only its files are used, never
 * its code: that unpacks to guessable names in the shared temporary folder, and its default switches turn
 * web security off.
 *
 * @param packedDir folder with its packed files; undefined = the installed dependency's.
 * @returns null when the dependency is not installed.
 */
export async function findBundledChromium(
  cacheDir: string,
  packedDir: string | null = installedPackage(),
): Promise<BundledChromium | null> {
  if (!packedDir) return null;
  const manifest = JSON.parse(await readFile(join(packedDir, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(cacheDir, `chromium-${basename(manifest.version)}`);
  if (!(await exists(join(folder, EXECUTABLE)))) await unpack(packedDir, folder);
  const hasFonts = (await Promise.all(FONT_FOLDERS.map(hasEntries))).includes(true);
  return {
    executablePath: join(folder, EXECUTABLE),
    libraryDir: join(folder, 'lib'),
    fontEnv: hasFonts ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/** Folder of the packed files. A path only: nothing of the package is loaded. */
function installedPackage(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    return join(dirname(entry), '..', 'bin');
  } catch {
    return null;
  }
}

/** Visible under its final name only when it is complete, also beside another process that does the same. */
async function unpack(packedDir: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const staging = await mkdtemp(`${folder}-`);
  try {
    const executable = createWriteStream(join(staging, EXECUTABLE), { mode: 0o700 });
    await pipeline(createReadStream(join(packedDir, 'chromium.br')), createBrotliDecompress(), executable);
    await unpackTar(join(packedDir, 'al2023.tar.br'), staging);
    await unpackTar(join(packedDir, 'swiftshader.tar.br'), staging);
    await unpackTar(join(packedDir, 'fonts.tar.br'), staging);
    await writeFile(
      join(staging, 'fonts.conf'),
      fontsConf(join(folder, 'fonts'), join(folder, 'font-cache')),
    );
    await rename(staging, folder).catch(async (error: unknown) => {
      if (!(await exists(join(folder, EXECUTABLE)))) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function unpackTar(path: string, folder: string): Promise<void> {
  const bytes = await promisify(brotliDecompress)(await readFile(path));
  for (const { name, content } of readTar(bytes)) {
    const target = join(folder, name);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { mode: 0o700 });
  }
}

const fontsConf = (fonts: string, cache: string): string =>
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>
`;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const hasEntries = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  );
