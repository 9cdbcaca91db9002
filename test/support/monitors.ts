import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/adapters/database/database.ts';
import { toJobRecord } from '../../src/adapters/database/job-rows.ts';
import { createEpochRepository } from '../../src/adapters/monitor-records/epoch-repository.ts';
import { createMonitorRepository } from '../../src/adapters/monitor-records/monitor-repository.ts';
import { createFileMonitorFiles } from '../../src/adapters/store/file-monitor-files.ts';
import { createId } from '../../src/core/id.ts';
import type { JobStatus } from '../../src/domain/job/job.ts';
import { compareContents } from '../../src/domain/monitor/compare-contents.ts';
import type { MonitoredContent } from '../../src/domain/monitor/content.ts';
import { contentSha256 } from '../../src/domain/monitor/content-digest.ts';
import type { Look, PageLooker } from '../../src/domain/monitor/look.ts';
import type { MonitorSettings } from '../../src/domain/monitor/monitor.ts';
import { MonitorService } from '../../src/domain/monitor/monitor-service.ts';
import { CheckRunner } from '../../src/domain/monitor-check/check-runner.ts';
import { MonitorSealer } from '../../src/domain/monitor-check/monitor-sealer.ts';
import { MonitorWorker } from '../../src/domain/monitor-check/monitor-worker.ts';
import { closeEpochs } from '../../src/domain/monitor-evidence/epoch-closer.ts';
import { MonitorEvidence } from '../../src/domain/monitor-evidence/evidence.ts';
import type { NewWebhook } from '../../src/domain/webhook/webhook.ts';
import { openCheckpoints } from './checkpoints.ts';
import { OWNER, TestClock } from './custody.ts';
import { SECRET_KEY } from './webhooks.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const CONFIRM_MS = 10_000;

export const SETTINGS: MonitorSettings = {
  name: null,
  url: 'https://example.com/terms',
  mode: 'diff',
  schedule: { kind: 'interval', minutes: 60 },
  render: 'auto',
  includeSelector: null,
  ignoreSelectors: [],
  ignorePatterns: [],
  webhookUrl: null,
};

const contentOf = (text: string): MonitoredContent => ({
  title: 'Terms',
  lines: text.split('\n'),
  links: [],
  images: [],
  truncated: false,
});

/** A look at a page with these lines. */
export function seen(text: string): Look {
  const content = contentOf(text);
  return {
    outcome: 'seen',
    httpStatus: 200,
    content,
    contentSha256: contentSha256(content),
    validators: { url: SETTINGS.url, etag: `"${text.length}"`, lastModified: null },
  };
}

export const BLOCKED: Look = { outcome: 'blocked', httpStatus: 403, code: 'PAGE_BLOCKED', signals: [] };
export const EMPTY: Look = { outcome: 'error', httpStatus: 200, code: 'PAGE_EMPTY', message: 'Nothing.' };

/** What the world shows, and what came of it. */
export interface World {
  readonly clock: TestClock;
  /** What the next looks see; may throw, as a looker of ours may. */
  page: (...call: Parameters<PageLooker['look']>) => Look | Promise<Look>;
  /** Every look so far: its page, and when. */
  readonly looks: { readonly url: string; readonly at: number; readonly isConditional: boolean }[];
  /** How the job of a bundle ends. */
  jobEnds: 'complete' | 'failed' | 'never';
  /** Bundles that were made, oldest first, with their parents. */
  readonly bundles: { readonly bundleId: string; readonly parentBundleId: string | null }[];
}

/** A world that shows one page. */
export const createWorld = (text = 'One.\nTwo.'): World => ({
  clock: new TestClock(),
  page: () => seen(text),
  looks: [],
  jobEnds: 'complete',
  bundles: [],
});

/** The real monitors of one process over a database; pages and bundles are the world's. */
export function openMonitors(database: Database, world: World, folder = makeFolder()) {
  const { clock } = world;
  const repository = createMonitorRepository(database, { clock, secretKey: SECRET_KEY });
  const epochs = createEpochRepository(database);
  const files = createFileMonitorFiles({
    monitors: join(folder, 'monitors'),
    staging: join(folder, 'staging'),
  });
  const looker: PageLooker = {
    async look(...call) {
      const [{ url, conditional }] = call;
      world.looks.push({ url, at: clock.time, isConditional: conditional !== null });
      return world.page(...call);
    },
    compare: async ({ before, after, earlier }) => compareContents(before, after, earlier),
    assertFilters: async () => {},
    close: async () => {},
  };
  const runner = new CheckRunner({
    repository,
    files,
    looker,
    sealer: fakeSealer(database, world),
    clock,
    confirmAfterMs: CONFIRM_MS,
    chance: () => 0,
  });
  const errors: unknown[] = [];
  const startWorker = (concurrency = 4) =>
    new MonitorWorker({ repository, runner, clock, concurrency, onError: (error) => errors.push(error) });
  const worker = startWorker();
  const service = new MonitorService({
    repository,
    files,
    filters: looker,
    addresses: { assertAllowed: async () => {} },
    clock,
  });
  const evidence = new MonitorEvidence({ repository, epochs, checkpoints: openCheckpoints(database) });
  /** Do everything that is due now, also what only then becomes due. */
  const settle = async () => {
    for (let looks = -1; looks !== world.looks.length + world.bundles.length; ) {
      looks = world.looks.length + world.bundles.length;
      while (await worker.takeDue()) await worker.idle();
      await worker.idle();
    }
  };
  return {
    ...{ repository, epochs, files, service, evidence, worker, startWorker, runner, errors, folder, settle },
    create: (change: Partial<MonitorSettings> = {}, webhook: NewWebhook | null = null) =>
      service.create(OWNER, { ...SETTINGS, ...change }, { webhook, signal: new AbortController().signal }),
    state: (monitorId: string) => service.get(OWNER, monitorId),
    /** Every check so far. */
    checks: async (monitorId: string) =>
      (await service.history(OWNER, monitorId, { afterSeq: 0, limit: 10_000 })).checks,
    /** Let time pass in steps, doing what is due after each. */
    async pass(ms: number, stepMs = ms) {
      for (const end = clock.time + ms; clock.time < end; ) {
        clock.time = Math.min(end, clock.time + stepMs);
        await settle();
      }
    },
    closeEpochs: () => closeEpochs(epochs, clock, new AbortController().signal),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type OpenedMonitors = ReturnType<typeof openMonitors>;

const makeFolder = () => mkdtempSync(join(tmpdir(), 'affiant-monitors-'));

/** The real sealer; its jobs end at once, without a capture. */
function fakeSealer(database: Database, world: World): MonitorSealer {
  return new MonitorSealer({
    extracts: {
      async submit({ ownerId }, { parentBundleId }, { jobId }) {
        const bundleId = createId('ev');
        const status: JobStatus = world.jobEnds === 'never' ? 'queued' : world.jobEnds;
        const row = {
          ...{ job_id: jobId!, owner_id: ownerId, type: 'extract' as const, status, bundle_id: bundleId },
          error_code: status === 'failed' ? 'URL_UNREACHABLE' : null,
          ...{ progress_pct: 0, created_at: world.clock.now(), price_credits: 0, parameters: '{}' },
        };
        const [stored] = await database.query((db) =>
          db.insertInto('jobs').values(row).returningAll().execute(),
        );
        if (status === 'complete') world.bundles.push({ bundleId, parentBundleId });
        return toJobRecord(stored!);
      },
    },
    jobs: {
      async find(jobId) {
        const row = await database.query((db) =>
          db.selectFrom('jobs').selectAll().where('job_id', '=', jobId).executeTakeFirst(),
        );
        return row ? toJobRecord(row) : null;
      },
    },
    bundles: {
      get: async (ownerId, bundleId) => ({
        ...{
          bundleId,
          ownerId,
          jobId: null,
          status: 'complete',
          mode: 'extract',
          createdAt: world.clock.now(),
        },
        ...{ manifestSha256: 'a'.repeat(64), signatureSha256: 'b'.repeat(64), parentBundleId: null },
        ...{ supersededBy: null, legalHold: false, retentionUntil: null, tombstoneId: null },
      }),
    },
  });
}
