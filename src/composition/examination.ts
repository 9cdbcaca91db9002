import { execFile } from 'node:child_process';
import { access, constants, mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findBrowser } from '../adapters/browser/find-browser.ts';
import { probeDatabase } from '../adapters/database/probe-database.ts';
import { listenControl } from '../adapters/lock/listen-control.ts';
import { controlSocketPath } from '../adapters/lock/socket-path.ts';
import { createOcrEngine } from '../adapters/ocr/ocr-engine.ts';
import { toEvidenceError } from '../core/error.ts';
import { baseUrlOf } from './base-url.ts';
import { browserSearch } from './capturing.ts';
import type { Configuration } from './configuration.ts';
import { examinePayments } from './examine-payments.ts';
import type { Finding } from './finding.ts';

export interface ExaminationOptions {
  readonly configuration: Configuration;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A service that holds the embedded database now. */
  readonly runningPid: number | null;
}

/** Look at everything the service needs from this machine. */
export async function examine(options: ExaminationOptions): Promise<readonly Finding[]> {
  const looks = [
    examineRuntime,
    examineDataFolder,
    examineDatabase,
    examineBrowser,
    examineFonts,
    examineOcr,
    examineChain,
    examinePayments,
    examineSignIn,
    examineModel,
  ];
  const findings: Finding[] = [];
  for (const look of looks) findings.push(await look(options));
  return findings;
}

async function examineRuntime(): Promise<Finding> {
  const major = Number(process.versions.node.split('.')[0]);
  const detail = `Node ${process.versions.node}`;
  return major >= 24
    ? { subject: 'runtime', state: 'ok', detail }
    : {
        subject: 'runtime',
        state: 'fault',
        detail,
        mend: 'Run through npm (npm run affiant -- …): it brings Node 24.',
      };
}

async function examineDataFolder({ configuration }: ExaminationOptions): Promise<Finding> {
  const folder = configuration.AFFIANT_DATA_DIR;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK);
    return { subject: 'store', state: 'ok', detail: folder };
  } catch {
    return {
      subject: 'store',
      state: 'fault',
      detail: `${folder} cannot be written`,
      mend: 'Set AFFIANT_DATA_DIR to a folder of yours.',
    };
  }
}

async function examineDatabase({ configuration, runningPid }: ExaminationOptions): Promise<Finding> {
  const databaseUrl = configuration.DATABASE_URL ?? null;
  if (runningPid)
    return {
      subject: 'database',
      state: 'ok',
      detail: `embedded, held by the running service (process ${runningPid})`,
    };
  const dataDir = configuration.AFFIANT_DATA_DIR;
  try {
    // Two processes on one embedded database destroy it: a service that starts now must find the lock taken.
    const lock =
      databaseUrl === null
        ? await listenControl({ path: await controlSocketPath(dataDir), handlers: {} })
        : null;
    try {
      const probe = await probeDatabase(dataDir, databaseUrl);
      const detail = databaseUrl ? 'Postgres by DATABASE_URL' : DATABASE_DETAILS[probe];
      return { subject: 'database', state: 'ok', detail };
    } finally {
      await lock?.close();
    }
  } catch {
    const mend = databaseUrl
      ? 'Check DATABASE_URL and that the server is up.'
      : 'Restore the data folder from a backup.';
    return { subject: 'database', state: 'fault', detail: 'does not open', mend };
  }
}

const DATABASE_DETAILS = {
  open: 'embedded (PGlite)',
  absent: 'embedded (PGlite), made at the first start',
} as const;

/** Parts that an operator switches on by configuration. */
async function examineChain({ configuration }: ExaminationOptions): Promise<Finding> {
  const url = configuration.AFFIANT_EVM_RPC_URL;
  return url
    ? { subject: 'chain', state: 'off', detail: 'AFFIANT_EVM_RPC_URL is set; the notary is not built yet' }
    : { subject: 'chain', state: 'off', detail: 'not configured (AFFIANT_EVM_RPC_URL)' };
}

/** What a wallet signs must be the address that it called: behind a proxy that is AFFIANT_BASE_URL. */
async function examineSignIn({ configuration }: ExaminationOptions): Promise<Finding> {
  if (!configuration.AFFIANT_X402_PAY_TO)
    return { subject: 'sign-in', state: 'off', detail: 'wallets are not taken (AFFIANT_X402_PAY_TO)' };
  const { host } = new URL(baseUrlOf(configuration, configuration.PORT));
  const detail = `wallets sign for ${host} on ${configuration.AFFIANT_X402_NETWORK}`;
  return { subject: 'sign-in', state: 'ok', detail };
}

async function examineModel({ env }: ExaminationOptions): Promise<Finding> {
  const detail =
    env['OPENAI_API_KEY'] || env['OPENAI_BASE_URL']
      ? 'configured; analysis is not built yet'
      : 'not configured';
  return { subject: 'model', state: 'off', detail };
}

async function examineBrowser({ configuration, env }: ExaminationOptions): Promise<Finding> {
  try {
    const browser = await findBrowser(browserSearch(configuration, env));
    return {
      subject: 'browser',
      state: 'ok',
      detail: `${browser.version} (${browser.kind}) ${browser.executablePath}`,
    };
  } catch {
    return {
      subject: 'browser',
      state: 'fault',
      detail: 'none starts',
      mend: 'Install Chromium (Debian: apt install chromium), or set AFFIANT_CHROMIUM.',
    };
  }
}

async function examineFonts(): Promise<Finding> {
  const listed = await promisify(execFile)('fc-list', [':', 'family']).catch(() => null);
  const families = new Set(listed?.stdout.split('\n').filter(Boolean)).size;
  if (families > 0) return { subject: 'fonts', state: 'ok', detail: `${families} families` };
  return {
    subject: 'fonts',
    state: 'off',
    detail: 'none installed: pages render in the bundled fallback',
    mend: 'Debian: apt install fonts-dejavu-core fonts-noto-core',
  };
}

async function examineOcr({ configuration }: ExaminationOptions): Promise<Finding> {
  const languages = configuration.AFFIANT_OCR_LANGS;
  try {
    const engine = await createOcrEngine({ languages, processes: 1 });
    await engine.close();
    return { subject: 'ocr', state: 'ok', detail: engine.version };
  } catch (error) {
    const mend = toEvidenceError(error).hint;
    return { subject: 'ocr', state: 'fault', detail: `data for ${languages} is missing`, mend };
  }
}
