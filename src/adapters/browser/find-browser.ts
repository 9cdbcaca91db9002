import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { EvidenceError } from '../../core/error.ts';
import { findBundledChromium } from './bundled-chromium.ts';
import { loadChromium } from './load-chromium.ts';

/** A Chromium that runs on this machine. */
export interface BrowserProgram {
  readonly executablePath: string;
  /** The whole environment that it gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Where it came from: the operator, the system, Playwright's download, or our optional dependency. */
  readonly kind: 'configured' | 'installed' | 'playwright' | 'bundled';
  /** e.g. `Chromium 156.0.8078.79`. */
  readonly version: string;
}

/** Where to look. Tests hide or plant browsers by it. */
export interface BrowserSearch {
  /** `AFFIANT_CHROMIUM`; null = look for one. */
  readonly configuredPath: string | null;
  /** The environment of the process: `PATH` is searched, and language, fonts and libraries are handed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder where the bundled browser is unpacked once. */
  readonly cacheDir: string;
  /** Absolute paths tried before `PATH`. */
  readonly wellKnownPaths?: readonly string[];
  /** Playwright's own download; null = none. */
  readonly playwrightPath?: string | null;
  /** Folder of the packed browser of `@sparticuz/chromium`; null = none. Default: that dependency's. */
  readonly bundledDir?: string | null;
}

const PROGRAM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const WELL_KNOWN_PATHS = [
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map(
    (name) => `/usr/bin/${name}`,
  ),
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** All of our environment that a browser gets. */
const PASSED_VARIABLES = ['PATH', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];

const VERSION_TIMEOUT_MS = 20_000;

/**
 * The first browser that answers: the configured one, an installed one, Playwright's own, the bundled one.
 *
 * @throws EvidenceError `BROWSER_UNAVAILABLE` when there is none, or when the configured one does not start:
 *   an operator's choice is not replaced by another.
 * @see design.md 2
 */
export async function findBrowser(search: BrowserSearch): Promise<BrowserProgram> {
  const env = passedEnvironment(search.env);
  if (search.configuredPath) {
    const program = await probe(search.configuredPath, 'configured', env);
    if (program) return program;
    throw new EvidenceError('BROWSER_UNAVAILABLE', 'The browser that AFFIANT_CHROMIUM names does not start.');
  }
  const program = (await findOnDisk(search, env)) ?? (await findBundled(search, env));
  if (!program) throw new EvidenceError('BROWSER_UNAVAILABLE');
  return program;
}

async function findOnDisk(search: BrowserSearch, env: BrowserProgram['env']): Promise<BrowserProgram | null> {
  const folders = (search.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = PROGRAM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of new Set([...(search.wellKnownPaths ?? WELL_KNOWN_PATHS), ...onPath])) {
    const program = await probe(path, 'installed', env);
    if (program) return program;
  }
  const own =
    search.playwrightPath === undefined ? (await loadChromium()).executablePath() : search.playwrightPath;
  return own ? probe(own, 'playwright', env) : null;
}

async function findBundled(
  search: BrowserSearch,
  env: BrowserProgram['env'],
): Promise<BrowserProgram | null> {
  const bundled = await findBundledChromium(search.cacheDir, search.bundledDir);
  if (!bundled) return null;
  const own = { ...env, ...bundled.fontEnv };
  // The libraries of the system are newer than the packed ones: those are for where there are none.
  const withLibraries = { ...own, LD_LIBRARY_PATH: bundled.libraryDir };
  return (
    (await probe(bundled.executablePath, 'bundled', own)) ??
    probe(bundled.executablePath, 'bundled', withLibraries)
  );
}

/** @returns null when the program is not there or does not answer. */
async function probe(
  executablePath: string,
  kind: BrowserProgram['kind'],
  env: BrowserProgram['env'],
): Promise<BrowserProgram | null> {
  try {
    await access(executablePath, constants.X_OK);
    const options = { env: { ...env }, timeout: VERSION_TIMEOUT_MS, killSignal: 'SIGKILL' as const };
    const { stdout } = await promisify(execFile)(executablePath, ['--version'], options);
    const version = /(?:Chromium|Google Chrome[\w ]*) [\d.]+/.exec(stdout)?.[0];
    return version ? { executablePath, env, kind, version } : null;
  } catch {
    return null;
  }
}

const passedEnvironment = (env: BrowserSearch['env']): Record<string, string> =>
  Object.fromEntries(
    PASSED_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
