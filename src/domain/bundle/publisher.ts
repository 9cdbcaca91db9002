import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import type { Capture, UploadSource, UrlSource } from '../capture/capture.ts';
import { type ExtractParameters, sourceKey } from '../capture/extract-request.ts';
import { retentionEnd } from '../deletion/retention.ts';
import type { JobRecord } from '../job/job.ts';
import { bundleEntry } from '../log/entry.ts';
import type { RequestFacts } from '../manifest/build.ts';
import { resealBundle, type SealedBundle, type SealTools, sealBundle } from '../manifest/seal.ts';
import { buildKeyList, type LogIdentity } from '../signing/key-list.ts';
import type { KeyDirectory, Signer } from '../signing/port.ts';
import type { NewBundle } from './bundle.ts';
import type { BundleRepository, BundleStore, ParentLink } from './port.ts';

export interface PublisherParts {
  readonly store: BundleStore;
  readonly repository: BundleRepository;
  readonly signer: Signer;
  readonly keys: KeyDirectory;
  /** The log that bundles are entered in, as the key list names it. */
  readonly log: LogIdentity;
  /** Records in the custody chain that a bundle was published under a hold. */
  readonly recordHold: (ownerId: string, bundleId: string) => Promise<void>;
  readonly clock: Clock;
  /** `service`, `version`, `node`, `os`, as the manifest states them. */
  readonly software: Readonly<Record<string, string>>;
  /** Convenience copies for `verify/` in every bundle. */
  readonly verifier: { readonly readme: Uint8Array; readonly program: Uint8Array };
}

/** A finished capture and the job it was made for. */
export interface Publication {
  readonly job: JobRecord;
  readonly source: UrlSource | UploadSource;
  readonly parameters: ExtractParameters;
  readonly capture: Capture;
}

/** Another version of the source may be published while this one is sealed; more often than this is a fault. */
const MAX_RESEALS = 8;

/** Seals captures and makes them visible: one rename and one transaction (design.md 3.3). */
export class Publisher {
  readonly #parts: PublisherParts;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /**
   * Seal and publish. Publishing for a job that has its bundle already changes nothing.
   *
   * @throws EvidenceError `DOCUMENT_TOO_LARGE`, `DATABASE_UNAVAILABLE`, `INTERNAL`.
   */
  async publish(publication: Publication): Promise<void> {
    const { job } = publication;
    if (!job.bundleId) throw new TypeError('a job without a reserved bundle id cannot publish');
    const staged = await this.#parts.store.stage(job.bundleId);
    try {
      const tools = { staged, signer: this.#parts.signer, clock: this.#parts.clock, randomBytes };
      const parent = await this.#parentOf(publication);
      const sealed = await this.#seal(publication, { bundleId: job.bundleId, parent, tools });
      await this.#commit(publication, { sealed, parent, tools });
    } finally {
      await staged.discard();
    }
  }

  async #seal(
    publication: Publication,
    { bundleId, parent, tools }: { bundleId: string; parent: ParentLink | null; tools: SealTools },
  ): Promise<SealedBundle> {
    const { software, verifier, keys, log } = this.#parts;
    return sealBundle(
      {
        bundleId,
        capture: publication.capture,
        request: toRequestFacts(publication.parameters),
        software,
        parent,
        // A job that was queued by an earlier version has none.
        monitorId: publication.parameters.monitorId ?? null,
        keyList: buildKeyList(await keys.list(), { origin: log.origin, vkey: log.vkey }),
        verifier,
      },
      tools,
    );
  }

  async #commit(
    publication: Publication,
    first: { sealed: SealedBundle; parent: ParentLink | null; tools: SealTools },
  ): Promise<void> {
    let { sealed, parent } = first;
    for (let attempt = 0; attempt < MAX_RESEALS; attempt += 1) {
      const row = this.#row(publication, { sealed, parent });
      const outcome = await this.#parts.repository.publish(row, (fence) => first.tools.staged.publish(fence));
      if (outcome.kind === 'published') {
        // Held already; what fails here, the sweeper records.
        if (row.legalHold) await this.#parts.recordHold(row.ownerId, row.bundleId).catch(() => {});
        return;
      }
      parent = outcome.parent;
      sealed = await resealBundle(sealed, parent, first.tools);
    }
    throw new Error('the parent kept moving while its successor was sealed');
  }

  async #parentOf({ job, source, parameters }: Publication): Promise<ParentLink | null> {
    if (!parameters.parentBundleId)
      return this.#parts.repository.latestOfSource(job.ownerId, sourceKey(source));
    const named = await this.#parts.repository.get(job.ownerId, parameters.parentBundleId);
    if (named?.status !== 'complete') throw new EvidenceError('NOT_FOUND', 'The named parent was deleted.');
    return { bundleId: named.bundleId, manifestSha256: named.manifestSha256 };
  }

  #row(
    { job, source, parameters }: Publication,
    { sealed, parent }: { sealed: SealedBundle; parent: ParentLink | null },
  ): NewBundle {
    const { manifestSha256, signatureSha256 } = sealed;
    const bundleId = sealed.facts.bundleId;
    const createdAt = this.#parts.clock.now();
    return {
      bundleId,
      ownerId: job.ownerId,
      jobId: job.jobId,
      mode: parameters.mode,
      createdAt,
      sourceKey: sourceKey(source),
      manifestSha256,
      signatureSha256,
      parent,
      parentIsExplicit: parameters.parentBundleId !== null,
      legalHold: parameters.legalHold,
      retentionUntil: retentionEnd(createdAt, parameters.retentionDays),
      logEntry: bundleEntry({ bundleId, manifestSha256, signatureSha256 }),
    };
  }
}

function toRequestFacts(parameters: ExtractParameters): RequestFacts {
  const { kind, url, filename, declaredMediaType, mode, include, pages, viewport, waitForSelector, waitMs } =
    parameters;
  return {
    kind,
    url,
    filename,
    declaredMediaType,
    mode,
    include,
    options: {
      pages: pages && { first: pages.first, last: pages.last },
      viewport: { width: viewport.width, height: viewport.height },
      wait_for_selector: waitForSelector,
      wait_ms: waitMs,
    },
  };
}
