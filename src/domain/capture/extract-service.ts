import { fromUtf8, utf8 } from '../../core/bytes.ts';
import type { Clock } from '../../core/clock.ts';
import { EvidenceError, toEvidenceError } from '../../core/error.ts';
import { createId } from '../../core/id.ts';
import { decryptSecret, encryptSecret } from '../../core/sealed-secret.ts';
import type { Owner } from '../account/principal.ts';
import type { BundleRepository } from '../bundle/port.ts';
import type { Publisher } from '../bundle/publisher.ts';
import { isEnded, type JobRecord } from '../job/job.ts';
import type { JobFiles, JobRepository, JobRunner } from '../job/port.ts';
import type { NewWebhook } from '../webhook/webhook.ts';
import type { Capture, UploadSource, UrlSource } from './capture.ts';
import { type ExtractParameters, type ExtractRequest, toOptions, toParameters } from './extract-request.ts';
import type { CaptureContext, Capturer } from './port.ts';

/** A failed capture of this kind may succeed later by itself: the job is tried again. */
const INFRASTRUCTURE_FAULTS = new Set([
  'INTERNAL',
  'OVERLOADED',
  'DATABASE_UNAVAILABLE',
  'BROWSER_UNAVAILABLE',
]);

const JOB_DEADLINE_MS = 10 * 60_000;
const SYNC_PRIORITY = 10;

export interface ExtractParts {
  readonly capturer: Capturer;
  readonly publisher: Publisher;
  readonly jobs: JobRepository;
  readonly files: JobFiles;
  readonly bundles: BundleRepository;
  readonly clock: Clock;
  /** 32 bytes that encrypt waiting source headers. */
  readonly secretKey: Uint8Array;
  /** Largest uploaded document, bytes. */
  readonly maxUploadBytes: number;
}

/** Captures and seals. Every stored extract is a job, also a synchronous one: it survives its caller. */
export class ExtractService {
  readonly #parts: ExtractParts;
  readonly #listeners = new Map<string, CaptureContext['progress']>();

  constructor(parts: ExtractParts) {
    this.#parts = parts;
  }

  /**
   * Queue a stored extract.
   *
   * @throws EvidenceError `PAYLOAD_TOO_LARGE`, `NOT_FOUND` when the named parent is not the owner's.
   */
  async submit(
    owner: Pick<Owner, 'ownerId'>,
    request: ExtractRequest,
    { priceCredits, priority = 0, webhook = null, jobId = createId('job', this.#parts.clock) }: SubmitOptions,
  ): Promise<JobRecord> {
    this.#assertSize(request.source);
    await this.#assertParent(owner, request.parentBundleId);
    await this.#writeInputs(jobId, request.source);
    try {
      return await this.#parts.jobs.enqueue({
        jobId,
        ownerId: owner.ownerId,
        type: 'extract',
        bundleId: createId('ev', this.#parts.clock),
        parameters: toParameters(request),
        priceCredits,
        priority,
        webhook,
      });
    } catch (error) {
      await this.#parts.files.remove(jobId);
      throw error;
    }
  }

  /**
   * Queue a stored extract before the backlog and wait for its end, at most `waitMs`.
   *
   * @returns the job, ended or still running.
   */
  async submitAndWait(owner: Owner, request: ExtractRequest, options: WaitOptions): Promise<JobRecord> {
    const job = await this.submit(owner, request, {
      priceCredits: options.priceCredits,
      priority: SYNC_PRIORITY,
    });
    this.#listeners.set(job.jobId, options.progress);
    try {
      const limit = AbortSignal.any([options.signal, AbortSignal.timeout(options.waitMs)]);
      return await this.#parts.jobs.waitForEnd(job.jobId, limit);
    } catch {
      // The work goes on whatever became of the waiting: its caller gets the job to ask for.
      return job;
    } finally {
      this.#listeners.delete(job.jobId);
    }
  }

  /** Capture without storing anything. */
  async capture(request: ExtractRequest, context: CaptureContext): Promise<Capture> {
    this.#assertSize(request.source);
    return this.#parts.capturer.capture(request.source, request.options, context);
  }

  /** What a worker does with an extract job. Throws only on a fault of ours that may pass. */
  readonly run: JobRunner = async (queued, { signal, isLastAttempt }) => {
    const job = await this.#parts.jobs.start(queued.jobId);
    if (!job) return this.#parts.files.remove(queued.jobId);
    try {
      await this.#captureAndPublish(job, AbortSignal.any([signal, AbortSignal.timeout(JOB_DEADLINE_MS)]));
    } catch (error) {
      const failure = toEvidenceError(error);
      const mayPass = INFRASTRUCTURE_FAULTS.has(failure.code) && !isLastAttempt;
      if (mayPass || signal.aborted) throw error;
      await this.#parts.jobs.fail(job.jobId, failure.code, failure.message);
    }
    await this.#parts.files.remove(job.jobId);
  };

  async #captureAndPublish(job: JobRecord, signal: AbortSignal): Promise<void> {
    const parameters = job.parameters as ExtractParameters;
    const source = await this.#readInputs(job.jobId, parameters);
    const progress = this.#progressOf(job.jobId);
    const capture = await this.#parts.capturer.capture(source, toOptions(parameters), {
      signal,
      progress: (percent, stage) => progress(Math.round(percent * 0.9), stage),
    });
    progress(92, 'sealing');
    await this.#parts.publisher.publish({ job, source, parameters, capture });
  }

  #progressOf(jobId: string): CaptureContext['progress'] {
    let last = -1;
    return (percent, stage) => {
      if (percent <= last) return;
      last = percent;
      this.#listeners.get(jobId)?.(percent, stage);
      // Not awaited: progress is a courtesy, and a lost row update must not fail the work.
      this.#parts.jobs.progress(jobId, percent, stage).catch(() => {});
    };
  }

  /** Each face limits its own bodies; base64 in JSON or MCP is only known here. */
  #assertSize(source: UrlSource | UploadSource): void {
    const limit = this.#parts.maxUploadBytes;
    if (source.kind === 'upload' && source.bytes.length > limit) {
      throw new EvidenceError('PAYLOAD_TOO_LARGE', undefined, { details: { limit_bytes: limit } });
    }
  }

  async #assertParent(owner: Pick<Owner, 'ownerId'>, parentBundleId: string | null): Promise<void> {
    if (!parentBundleId) return;
    const parent = await this.#parts.bundles.get(owner.ownerId, parentBundleId);
    if (parent?.status !== 'complete')
      throw new EvidenceError('NOT_FOUND', 'parent_bundle_id names no bundle of this credential.');
  }

  async #writeInputs(jobId: string, source: UrlSource | UploadSource): Promise<void> {
    if (source.kind === 'upload') return this.#parts.files.write(jobId, 'upload', source.bytes);
    if (Object.keys(source.headers).length === 0) return;
    const sealed = encryptSecret(this.#parts.secretKey, jobId, utf8(JSON.stringify(source.headers)));
    await this.#parts.files.write(jobId, 'source-headers', sealed);
  }

  async #readInputs(jobId: string, parameters: ExtractParameters): Promise<UrlSource | UploadSource> {
    if (parameters.kind === 'url') {
      return { kind: 'url', url: parameters.url ?? '', headers: await this.#readHeaders(jobId, parameters) };
    }
    const bytes = await this.#parts.files.read(jobId, 'upload');
    if (!bytes) throw new EvidenceError('INTERNAL', 'The upload of this job is gone.');
    return {
      kind: 'upload',
      bytes,
      filename: parameters.filename,
      declaredMediaType: parameters.declaredMediaType,
    };
  }

  async #readHeaders(
    jobId: string,
    { hasSourceHeaders }: ExtractParameters,
  ): Promise<Record<string, string>> {
    if (!hasSourceHeaders) return {};
    const sealed = await this.#parts.files.read(jobId, 'source-headers');
    if (!sealed) throw new EvidenceError('INTERNAL', 'The source headers of this job are gone.');
    return JSON.parse(fromUtf8(decryptSecret(this.#parts.secretKey, jobId, sealed))) as Record<
      string,
      string
    >;
  }
}

interface SubmitOptions {
  readonly priceCredits: number;
  /** Chosen by who must find the job again after a crash; default: a new one. */
  readonly jobId?: string;
  /** Higher runs first. */
  readonly priority?: number;
  /** Told of the job's progress and end. */
  readonly webhook?: NewWebhook | null;
}

interface WaitOptions {
  readonly priceCredits: number;
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly progress: CaptureContext['progress'];
}

/**
 * The failure of an ended job as the error its synchronous caller gets.
 *
 * @returns null unless the job failed.
 */
export function failureOf(job: JobRecord): EvidenceError | null {
  if (!isEnded(job.status) || job.status === 'complete') return null;
  const code = (job.errorCode ?? 'INTERNAL') as EvidenceError['code'];
  return new EvidenceError(code, job.error ?? undefined, { details: { job_id: job.jobId } });
}
