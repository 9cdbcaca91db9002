import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { createId } from '../../core/id.ts';
import type { Owner } from '../account/principal.ts';
import type { BundleRepository } from '../bundle/port.ts';
import type { Publisher } from '../bundle/publisher.ts';
import { checkItem } from '../job/batch.ts';
import { isEnded, type JobRecord } from '../job/job.ts';
import type { JobFiles, JobRepository, NewJob } from '../job/port.ts';
import { advancing, type JobWork } from '../job/run-job.ts';
import type { NewWebhook } from '../webhook/webhook.ts';
import type { Capture, UploadSource, UrlSource } from './capture.ts';
import { type ExtractParameters, type ExtractRequest, toOptions, toParameters } from './extract-request.ts';
import { JobInputs } from './job-inputs.ts';
import type { CaptureContext, Capturer } from './port.ts';

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
  readonly #inputs: JobInputs;
  readonly #listeners = new Map<string, CaptureContext['progress']>();

  constructor(parts: ExtractParts) {
    this.#parts = parts;
    this.#inputs = new JobInputs(parts.files, parts.secretKey);
  }

  /**
   * Queue a stored extract.
   *
   * @throws EvidenceError `PAYLOAD_TOO_LARGE`, `NOT_FOUND` when the named parent is not the owner's.
   */
  async submit(
    owner: Pick<Owner, 'ownerId'>,
    request: ExtractRequest,
    options: SubmitOptions,
  ): Promise<JobRecord> {
    await this.#assertRequest(owner, request);
    const job = await this.#prepare(owner, request, options);
    try {
      return await this.#parts.jobs.enqueue(job);
    } catch (error) {
      await this.#parts.files.remove(job.jobId);
      throw error;
    }
  }

  /**
   * Queue several stored extracts as one job. All or none: a bad one refuses the others.
   *
   * @throws EvidenceError with status 400 naming the index of a request that {@link submit} would refuse.
   */
  async submitBatch(
    owner: Owner,
    requests: readonly ExtractRequest[],
    { priceCredits, webhook = null }: Pick<SubmitOptions, 'priceCredits' | 'webhook'>,
  ): Promise<JobRecord> {
    for (const [index, request] of requests.entries())
      await checkItem(index, () => this.#assertRequest(owner, request));
    const items: NewJob[] = [];
    try {
      for (const request of requests) items.push(await this.#prepare(owner, request, { priceCredits: 0 }));
      const jobId = createId('job', this.#parts.clock);
      const { ownerId } = owner;
      return await this.#parts.jobs.enqueueBatch({ jobId, ownerId, priceCredits, webhook, items });
    } catch (error) {
      for (const { jobId } of items) await this.#parts.files.remove(jobId);
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

  /** The work on an extract job: capture, seal, publish. */
  readonly work: JobWork = async (job, { signal, progress }) => {
    const parameters = job.parameters as ExtractParameters;
    const source = await this.#inputs.read(job.jobId, parameters);
    const told = advancing((percent, stage) => {
      this.#listeners.get(job.jobId)?.(percent, stage);
      progress(percent, stage);
    });
    const capture = await this.#parts.capturer.capture(source, toOptions(parameters), {
      signal,
      progress: (percent, stage) => told(Math.round(percent * 0.9), stage),
    });
    signal.throwIfAborted();
    told(92, 'sealing');
    await this.#parts.publisher.publish({ job, source, parameters, capture });
  };

  /** A job that can be queued, with its inputs in place. */
  async #prepare(
    owner: Pick<Owner, 'ownerId'>,
    request: ExtractRequest,
    options: SubmitOptions,
  ): Promise<NewJob> {
    const { jobId = createId('job', this.#parts.clock) } = options;
    await this.#inputs.write(jobId, request.source);
    return {
      jobId,
      ownerId: owner.ownerId,
      type: 'extract',
      bundleId: createId('ev', this.#parts.clock),
      parameters: toParameters(request),
      priceCredits: options.priceCredits,
      priority: options.priority ?? 0,
      webhook: options.webhook ?? null,
    };
  }

  async #assertRequest(
    owner: Pick<Owner, 'ownerId'>,
    { source, parentBundleId }: ExtractRequest,
  ): Promise<void> {
    this.#assertSize(source);
    await this.#assertParent(owner, parentBundleId);
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
  if (job.status === 'cancelled')
    return new EvidenceError('JOB_ENDED', 'The job was cancelled.', { details: { job_id: job.jobId } });
  const code = (job.errorCode ?? 'INTERNAL') as EvidenceError['code'];
  return new EvidenceError(code, job.error ?? undefined, { details: { job_id: job.jobId } });
}
