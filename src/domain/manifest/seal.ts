import { createHash } from 'node:crypto';
import { toHex, utf8 } from '../../core/bytes.ts';
import { canonicalBytes } from '../../core/canonical-json.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import type { ParentLink, StagedBundle } from '../bundle/port.ts';
import type { Capture } from '../capture/capture.ts';
import type { ChunkTree } from '../chunk/build-tree.ts';
import { encodeKeyList, type KeyList } from '../signing/key-list.ts';
import type { Signer } from '../signing/port.ts';
import { buildSignatureFile, encodeSignatureFile, type SignatureFile } from '../signing/signature.ts';
import { statementText } from '../signing/statement.ts';
import { buildManifest, type ManifestFacts, type RequestFacts } from './build.ts';
import { MAX_MANIFEST_BYTES } from './manifest.ts';
import { writeArtifacts } from './write-artifacts.ts';

/** What goes into a bundle. */
export interface SealInput {
  readonly bundleId: string;
  readonly capture: Capture;
  readonly request: RequestFacts;
  /** `service`, `version`, `node`, `os`. */
  readonly software: Readonly<Record<string, string>>;
  readonly parent: ParentLink | null;
  readonly monitorId: string | null;
  readonly keyList: KeyList;
  /** Convenience copies for `verify/`. */
  readonly verifier: { readonly readme: Uint8Array; readonly program: Uint8Array };
}

/** With what it is sealed. */
export interface SealTools {
  readonly staged: StagedBundle;
  readonly signer: Signer;
  readonly clock: Clock;
  /** Unpredictable bytes: `randomBytes` of node:crypto. */
  readonly randomBytes: (size: number) => Uint8Array;
}

/** A bundle whose files are all staged, not yet published. */
export interface SealedBundle {
  /** For {@link resealBundle}. */
  readonly facts: ManifestFacts;
  readonly chunkTree: ChunkTree;
  readonly manifestBytes: Uint8Array;
  readonly manifestSha256: string;
  readonly signature: SignatureFile;
  readonly signatureBytes: Uint8Array;
  /** Over the bytes of `signature.json`: what the log commits to. */
  readonly signatureSha256: string;
}

/**
 * Write every file of a new bundle into its staging area: artifacts and `chunks.json`, manifest, signature,
 * `seals/statement.txt`, `seals/keys.json` and the copies under `verify/`. Does not publish.
 *
 * @throws EvidenceError `DOCUMENT_TOO_LARGE` when the manifest would pass 4 MiB, `INTERNAL` when the capture
 *   has no artifact `markdown`.
 */
export async function sealBundle(input: SealInput, tools: SealTools): Promise<SealedBundle> {
  const { staged, randomBytes } = tools;
  const { artifacts, chunkTree } = await writeArtifacts(input.capture, {
    staged,
    chunkSecret: randomBytes(32),
  });
  await staged.write('seals/keys.json', encodeKeyList(input.keyList));
  await staged.write('verify/README.md', input.verifier.readme);
  await staged.write('verify/verify.mjs', input.verifier.program);
  const facts: ManifestFacts = {
    bundleId: input.bundleId,
    nonce: toHex(randomBytes(16)),
    request: input.request,
    capture: input.capture,
    software: input.software,
    artifacts,
    chunkTree: {
      artifact: 'artifacts/content.md',
      chunkCount: chunkTree.chunks.length,
      root: chunkTree.root,
    },
    monitorId: input.monitorId,
  };
  return { facts, chunkTree, ...(await writeCore(facts, input.parent, tools)) };
}

/**
 * Seal a staged bundle again with another parent: rewrites manifest, signature and statement only.
 *
 * @throws EvidenceError `DOCUMENT_TOO_LARGE` as {@link sealBundle}.
 */
export async function resealBundle(
  { facts, chunkTree }: SealedBundle,
  parent: ParentLink | null,
  tools: Omit<SealTools, 'randomBytes'>,
): Promise<SealedBundle> {
  return { facts, chunkTree, ...(await writeCore(facts, parent, tools)) };
}

async function writeCore(
  facts: ManifestFacts,
  parent: ParentLink | null,
  { staged, signer, clock }: Omit<SealTools, 'randomBytes'>,
) {
  const sealedAt = toTimestamp(clock.now());
  const manifestBytes = canonicalBytes(buildManifest(facts, { parent, sealedAt }));
  if (manifestBytes.length > MAX_MANIFEST_BYTES) {
    throw new EvidenceError(
      'DOCUMENT_TOO_LARGE',
      'The manifest of this document would be larger than 4 MiB.',
    );
  }
  const core = { bundleId: facts.bundleId, manifestSha256: sha256Hex(manifestBytes) };
  const statement = statementText(core);
  const signature = buildSignatureFile(core, await signer.sign(statement), sealedAt);
  const signatureBytes = encodeSignatureFile(signature);
  await staged.write('manifest.json', manifestBytes);
  await staged.write('signature.json', signatureBytes);
  await staged.write('seals/statement.txt', utf8(statement));
  const { manifestSha256 } = core;
  return {
    manifestBytes,
    manifestSha256,
    signature,
    signatureBytes,
    signatureSha256: sha256Hex(signatureBytes),
  };
}

const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
