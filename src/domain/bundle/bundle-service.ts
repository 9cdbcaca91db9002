import { createHash } from 'node:crypto';
import { EvidenceError } from '../../core/error.ts';
import type { Owner } from '../account/principal.ts';
import type { Archive, ArchiveWriter } from '../archive/port.ts';
import { readSignedText, type SignedText } from '../citation/signed-text.ts';
import { createSignedTextCache } from '../citation/signed-text-cache.ts';
import { type Manifest, parseManifest } from '../manifest/manifest.ts';
import { withReport } from '../report/with-report.ts';
import { parseSignatureFile, type SignatureFile } from '../signing/signature.ts';
import type { BundleRecord } from './bundle.ts';
import type { BundleReader, BundleRepository, BundleStore } from './port.ts';
import { readWhole } from './read-whole.ts';
import type { SealRefresher } from './seal-refresher.ts';

/** A bundle with what is inside it. Manifest and signature never change, so they are cached by id. */
export interface StoredBundle {
  readonly record: BundleRecord;
  readonly manifest: Manifest;
  readonly signature: SignatureFile;
}

interface Core {
  readonly manifestSha256: string;
  readonly manifest: Manifest;
  readonly signature: SignatureFile;
}

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
const MAX_SIGNATURE_BYTES = 64 * 1024;
const CACHED_CORES = 256;

export interface BundleParts {
  readonly repository: BundleRepository;
  readonly store: BundleStore;
  readonly archives: ArchiveWriter;
  readonly seals: SealRefresher;
}

/** Read access to an owner's bundles. Somebody else's bundle and none are the same `NOT_FOUND`. */
export class BundleService {
  readonly #repository: BundleRepository;
  readonly #store: BundleStore;
  readonly #archives: ArchiveWriter;
  readonly #seals: SealRefresher;
  readonly #cores = new Map<string, Core>();
  readonly #texts = createSignedTextCache();

  constructor(parts: BundleParts) {
    this.#repository = parts.repository;
    this.#store = parts.store;
    this.#archives = parts.archives;
    this.#seals = parts.seals;
  }

  /** @throws EvidenceError `NOT_FOUND`, `ARTIFACT_TAMPERED` when the stored manifest is not the signed one. */
  async get(owner: Owner, bundleId: string): Promise<StoredBundle> {
    const record = await this.record(owner, bundleId);
    const { manifest, signature } = await this.#core(record);
    return { record, manifest, signature };
  }

  /** Like {@link get}, but null when there is none (any more). */
  async find(owner: Owner, bundleId: string): Promise<StoredBundle | null> {
    const record = await this.#repository.get(owner.ownerId, bundleId);
    return record?.status === 'complete' ? { record, ...(await this.#core(record)) } : null;
  }

  /** The row alone. @throws EvidenceError `NOT_FOUND`, with `tombstone_id` when the owner has deleted it. */
  async record(owner: Owner, bundleId: string): Promise<BundleRecord> {
    const record = await this.#repository.get(owner.ownerId, bundleId);
    if (record?.status === 'complete') return record;
    const details = record?.tombstoneId ? { tombstone_id: record.tombstoneId } : {};
    throw new EvidenceError('NOT_FOUND', undefined, { details });
  }

  /** The manifest's exact bytes. @throws EvidenceError `NOT_FOUND`, `ARTIFACT_TAMPERED`. */
  async manifest(owner: Owner, bundleId: string): Promise<{ bytes: Uint8Array; sha256: string }> {
    const record = await this.record(owner, bundleId);
    return { bytes: await this.#manifestBytes(record), sha256: record.manifestSha256 };
  }

  /** Every version of the source, oldest first. @throws EvidenceError `NOT_FOUND`. */
  async versions(owner: Owner, bundleId: string): Promise<readonly BundleRecord[]> {
    await this.record(owner, bundleId);
    return this.#repository.versions(owner.ownerId, bundleId);
  }

  /** The bundle as one deterministic archive, streamed. @throws EvidenceError `NOT_FOUND`. */
  async archive(owner: Owner, bundleId: string): Promise<{ record: BundleRecord; archive: Archive }> {
    const record = await this.record(owner, bundleId);
    await this.#seals.refresh(record);
    return {
      record,
      archive: await this.#archives.write(withReport(await this.open(record), () => createHash('sha256'))),
    };
  }

  /**
   * The stored files.
   *
   * @throws EvidenceError `ARTIFACT_TAMPERED` when all of them are gone, `NOT_FOUND` when the bundle was deleted
   *   since its row was read.
   */
  async open(record: BundleRecord): Promise<BundleReader> {
    const reader = await this.openIfPresent(record);
    if (reader) return reader;
    const { ownerId, bundleId } = record;
    const now = await this.#repository.get(ownerId, bundleId);
    throw new EvidenceError(now?.status === 'deleted' ? 'NOT_FOUND' : 'ARTIFACT_TAMPERED');
  }

  /** The stored files with every seal that is due, null when all of them are gone. */
  async openSealed(record: BundleRecord): Promise<BundleReader | null> {
    await this.#seals.refresh(record);
    return this.openIfPresent(record);
  }

  /** The stored files, null when all of them are gone. */
  openIfPresent(record: BundleRecord): Promise<BundleReader | null> {
    return this.#store.open(record.bundleId);
  }

  /**
   * The text of record, under the signed root. Kept in memory for the next question about it.
   *
   * @throws EvidenceError `NOT_FOUND`, `ARTIFACT_TAMPERED`.
   */
  signedText({ record, manifest }: StoredBundle): Promise<SignedText> {
    return this.#texts.get(record, async () =>
      readSignedText(await this.open(record), manifest, () => createHash('sha256')),
    );
  }

  /** Forget what is cached of a deleted bundle. */
  async purge({ bundleId }: { readonly bundleId: string }): Promise<void> {
    this.#cores.delete(bundleId);
    this.#texts.delete(bundleId);
  }

  /** SHA-256 of a text in UTF-8: names a text of which no bundle was stored. */
  textDigest(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }

  async #core(record: BundleRecord): Promise<Core> {
    const cached = this.#cores.get(record.bundleId);
    if (cached?.manifestSha256 === record.manifestSha256) return cached;
    const manifest = parseManifest(await this.#manifestBytes(record));
    const signature = parseSignatureFile(
      await readFile(await this.open(record), 'signature.json', MAX_SIGNATURE_BYTES),
    );
    const core = { manifestSha256: record.manifestSha256, manifest, signature };
    const [oldest] = this.#cores.keys();
    if (oldest && this.#cores.size >= CACHED_CORES) this.#cores.delete(oldest);
    this.#cores.set(record.bundleId, core);
    return core;
  }

  async #manifestBytes(record: BundleRecord): Promise<Uint8Array> {
    const bytes = await readFile(await this.open(record), 'manifest.json', MAX_MANIFEST_BYTES);
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (digest !== record.manifestSha256)
      throw new EvidenceError('ARTIFACT_TAMPERED', undefined, { details: { tampered: ['manifest'] } });
    return bytes;
  }
}

/** One stored file whole; a missing or oversized one is tampering. */
async function readFile(reader: BundleReader, path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readWhole(reader.read(path), maxBytes);
  } catch (cause) {
    throw new EvidenceError('ARTIFACT_TAMPERED', undefined, { cause, details: { tampered: [path] } });
  }
}
