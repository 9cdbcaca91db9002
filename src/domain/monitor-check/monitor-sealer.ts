import type { BundleRepository } from '../bundle/port.ts';
import type { ExtractRequest } from '../capture/extract-request.ts';
import type { ExtractService } from '../capture/extract-service.ts';
import { isEnded } from '../job/job.ts';
import type { JobRepository } from '../job/port.ts';
import type { Monitor, MonitorBundle } from '../monitor/monitor.ts';

export interface MonitorSealerParts {
  readonly extracts: Pick<ExtractService, 'submit'>;
  readonly jobs: Pick<JobRepository, 'find'>;
  readonly bundles: Pick<BundleRepository, 'get'>;
}

/** How far the bundle of a check is. */
export type Sealing =
  | { readonly kind: 'under-way' }
  | { readonly kind: 'complete'; readonly bundle: MonitorBundle }
  | { readonly kind: 'failed'; readonly code: string };

const ARTIFACTS: ExtractRequest['options']['include'] = new Set(['screenshot', 'pdf', 'markdown', 'html']);

/** Makes the bundles of monitors: jobs of their owners that are paid for with the monitor. */
export class MonitorSealer {
  readonly #parts: MonitorSealerParts;

  constructor(parts: MonitorSealerParts) {
    this.#parts = parts;
  }

  /** Queue the job of this id unless it is queued already, and tell how far it is. */
  async seal(monitor: Monitor, jobId: string): Promise<Sealing> {
    const job = await this.#parts.jobs.find(jobId);
    if (!job) {
      const request = toExtractRequest(monitor, await this.#parentOf(monitor));
      await this.#parts.extracts.submit({ ownerId: monitor.ownerId }, request, { priceCredits: 0, jobId });
      return { kind: 'under-way' };
    }
    if (!isEnded(job.status)) return { kind: 'under-way' };
    const bundle =
      job.status === 'complete' && job.bundleId !== null
        ? await this.#parts.bundles.get(monitor.ownerId, job.bundleId)
        : null;
    if (!bundle) return { kind: 'failed', code: job.errorCode ?? 'JOB_ENDED' };
    return { kind: 'complete', bundle: { bundleId: bundle.bundleId, manifestSha256: bundle.manifestSha256 } };
  }

  /** Its owner may have deleted it: then the new bundle follows the latest of the page. */
  async #parentOf({ ownerId, bundle }: Monitor): Promise<string | null> {
    const parent = bundle && (await this.#parts.bundles.get(ownerId, bundle.bundleId));
    return parent?.status === 'complete' ? parent.bundleId : null;
  }
}

const toExtractRequest = (
  { monitorId, settings }: Monitor,
  parentBundleId: string | null,
): ExtractRequest => ({
  source: { kind: 'url', url: settings.url, headers: {} },
  mode: 'extract',
  options: {
    include: ARTIFACTS,
    pages: null,
    viewport: { width: 1280, height: 900 },
    waitForSelector: null,
    waitMs: 0,
  },
  parentBundleId,
  monitorId,
  retentionDays: null,
  legalHold: false,
});
