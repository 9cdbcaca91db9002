import { createHash } from 'node:crypto';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import type { Owner } from '../account/principal.ts';
import type { BundleService } from '../bundle/bundle-service.ts';
import type { BundleReader } from '../bundle/port.ts';
import { buildPortableProof } from '../citation/portable-build.ts';
import type { PortableProof } from '../citation/portable-proof.ts';
import { type CitationAnswer, type CitationQuestion, proveInText } from '../citation/prove-citation.ts';
import type { ChainHead } from '../custody/verify-chain.ts';
import type { KeyDirectory } from '../signing/port.ts';
import type { VerifyOptions } from './options.ts';
import type { Verdict } from './verdict.ts';
import { verifyBundle } from './verify-bundle.ts';

export interface VerificationParts {
  readonly bundles: BundleService;
  /** The service's own keys: whose signatures it trusts on its own bundles. */
  readonly keys: KeyDirectory;
  /** Besides the keys: the service's own log, and the witnesses and timestamp roots that its operator trusts. */
  readonly seals: Pick<VerifyOptions, 'log' | 'witnesses' | 'timestampRoots'>;
  /** The newest custody record of a bundle. */
  readonly custodyHead?: (bundleId: string) => Promise<ChainHead | null>;
  readonly clock: Clock;
}

/** Checks stored bundles and proves quotes in them. */
export class VerificationService {
  readonly #parts: VerificationParts;

  constructor(parts: VerificationParts) {
    this.#parts = parts;
  }

  /** Recompute everything from the store. A bundle whose files are gone is tampered, not absent. @throws EvidenceError `NOT_FOUND`. */
  async verifyStored(
    owner: Owner,
    bundleId: string,
    { quick }: { quick: boolean },
  ): Promise<{ verdict: Verdict; checkedAt: string }> {
    const { bundles, keys, seals, custodyHead, clock } = this.#parts;
    const record = await bundles.record(owner, bundleId);
    // Before the files: the chain in them may be newer, never older.
    const head = (await custodyHead?.(bundleId)) ?? null;
    const verdict = await verifyBundle(
      (await (quick ? bundles.openIfPresent(record) : bundles.openSealed(record))) ?? EMPTY,
      {
        ...seals,
        custodyHead: head,
        createSha256: () => createHash('sha256'),
        trusted: await keys.list(),
        expectedManifestSha256: record.manifestSha256,
        quick,
      },
    );
    return { verdict, checkedAt: toTimestamp(clock.now()) };
  }

  /**
   * Find a quote in the text of record and prove its chunk.
   *
   * @throws EvidenceError `NOT_FOUND` (bundle or chunk), `ARTIFACT_TAMPERED`.
   */
  async proveCitation(
    owner: Owner,
    bundleId: string,
    { isPortable, ...question }: CitationQuestion & { readonly isPortable: boolean },
  ): Promise<CitationAnswer & { readonly portable_proof?: PortableProof | null }> {
    const { bundles } = this.#parts;
    const stored = await bundles.get(owner, bundleId);
    const reader = await bundles.open(stored.record);
    const signed = await bundles.signedText(stored);
    const named = { manifest: stored.manifest, manifestSha256: stored.record.manifestSha256 };
    const answer = await proveInText(signed, named, question);
    return isPortable ? { ...answer, portable_proof: await buildPortableProof(reader, answer) } : answer;
  }
}

/** A bundle without a single file. */
const EMPTY: BundleReader = {
  list: async () => [],
  read: () => {
    throw new Error('no such file');
  },
};
