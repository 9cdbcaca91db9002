import { readFile, rm } from 'node:fs/promises';
import type { Browser, BrowserContext } from 'playwright';
import { EGRESS_BROWSER_ARGS } from '../../domain/egress/browser-args.ts';
import type { BrowserProgram } from './find-browser.ts';
import { killGroup } from './kill-group.ts';
import { loadChromium } from './load-chromium.ts';
import { createProfile, removeOrphans } from './profile.ts';

const LAUNCH_TIMEOUT_MS = 30_000;
/** How long a browser may take to end by itself before it is killed. */
const CLOSE_TIMEOUT_MS = 3_000;

/** One of the processes of a browser. */
export interface BrowserProcess {
  readonly id: number;
  /** `browser` for the leader, `renderer` for pages, `GPU`, or Chromium's name of a helper. */
  readonly type: string;
  /** Shared pages included; 0 where the system does not tell. */
  readonly residentBytes: number;
}

/** A running browser process. */
export interface RunningBrowser {
  readonly browser: Browser;
  /** Leads a process group of its own: renderers and helpers go with it. Undefined where the browser does not tell. */
  readonly leader: number | undefined;
  /** Resolves when it is gone, for whatever reason. */
  readonly ended: Promise<void>;
  /** All its processes. @throws foreign errors when it is gone. */
  processes(): Promise<readonly BrowserProcess[]>;
  /** End it, by force if it lingers, and remove its profile. Never throws. */
  close(): Promise<void>;
  /** Kill the whole process group at once. */
  kill(): void;
}

/** How to start a browser. */
export interface LaunchOptions {
  readonly program: BrowserProgram;
  readonly proxyUrl: string;
  /** Folder for the profile, which is removed at the end. */
  readonly tempDir: string;
  /** Chromium's own sandbox: needs user namespaces and a user other than root. */
  readonly sandbox: boolean;
}

/**
 * Start Chromium with an empty profile. Its environment holds nothing of ours: no secret reaches a process
 * that runs code of pages.
 *
 * @throws foreign errors when it does not start.
 */
export async function launchBrowser({
  program,
  proxyUrl,
  tempDir,
  sandbox,
}: LaunchOptions): Promise<RunningBrowser> {
  await removeOrphans(tempDir);
  const profile = await createProfile(tempDir);
  let owner: BrowserContext | null = null;
  try {
    // Persistent only to choose the profile's place: every capture gets a context of its own beside it.
    const chromium = await loadChromium();
    owner = await chromium.launchPersistentContext(profile, {
      executablePath: program.executablePath,
      artifactsDir: profile,
      args: [...EGRESS_BROWSER_ARGS],
      chromiumSandbox: sandbox,
      env: { ...program.env, HOME: profile, TMPDIR: profile },
      headless: true,
      proxy: { server: proxyUrl },
      timeout: LAUNCH_TIMEOUT_MS,
      // The service ends its browser itself, after its own work.
      ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    });
    return await adopt(owner, profile);
  } catch (error) {
    await owner?.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
}

async function adopt(owner: BrowserContext, profile: string): Promise<RunningBrowser> {
  const browser = owner.browser();
  if (!browser) throw new Error('the launched context has no browser');
  const cdp = await browser.newBrowserCDPSession();
  const processes = async () => {
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    return Promise.all(
      processInfo.map(async ({ id, type }) => ({ id, type, residentBytes: await residentBytesOf(id) })),
    );
  };
  const leader = (await processes()).find(({ type }) => type === 'browser')?.id;
  const ended = new Promise<void>((resolve) => void browser.once('disconnected', () => resolve()));
  const kill = () => {
    if (leader) killGroup(leader);
  };
  const close = async () => {
    owner.close().catch(() => undefined);
    const timer = setTimeout(kill, CLOSE_TIMEOUT_MS);
    if (browser.isConnected()) await ended;
    clearTimeout(timer);
    kill();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);
  };
  return { browser, leader, ended, processes, close, kill };
}

/** @see proc(5), `/proc/pid/statm`: the second number counts resident pages of 4 KiB. */
async function residentBytesOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * 4_096;
}
