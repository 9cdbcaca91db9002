import type { BundleReader } from '../bundle/port.ts';
import { checkArtifacts, checkNoExtraFiles } from './artifact-checks.ts';
import { describeAssurance } from './assurance.ts';
import { type BundleFiles, describeOpenFailure, listFiles } from './bundle-files.ts';
import { checkChunkTree } from './chunk-tree-check.ts';
import { type Finding, found } from './finding.ts';
import { type ExaminedManifest, examineManifest } from './manifest-check.ts';
import type { VerifyOptions } from './options.ts';
import { type ExaminedSeals, examineSeals, SEAL_CHECK_IDS, unexaminedSeals } from './seal-checks.ts';
import { type ExaminedSignature, examineSignature } from './signature-checks.ts';
import { type ExaminedSigner, examineSigner } from './signer-checks.ts';
import { resolveTrust } from './trust.ts';
import type { Verdict } from './verdict.ts';

/**
 * Verify a bundle, wherever it lies. Reads each file as a stream; no check throws.
 *
 * `verified` means: no check failed, everything up to the signature passed, and the signer is trusted. A
 * sound bundle whose signer cannot be judged is `undecided`.
 *
 * @see evidence-format.md 8
 */
export async function verifyBundle(reader: BundleReader, options: VerifyOptions): Promise<Verdict> {
  const { finding, files } = await listFiles(reader, options.createSha256);
  if (!files) return conclude([finding], NOTHING_READ, options);
  const examined = await examineManifest(files, options.expectedManifestSha256);
  const { findings, ...rest } = await examineContent(files, examined, options);
  return conclude([finding, examined.finding, ...findings], { ...rest, examined }, options);
}

/** The verdict on an archive or folder that could not be opened. */
export const verdictOfOpenFailure = (error: unknown): Verdict =>
  conclude([describeOpenFailure(error)], NOTHING_READ, {});

interface Examined {
  readonly examined: Pick<ExaminedManifest, 'manifest' | 'sha256'>;
  readonly signature: Pick<ExaminedSignature, 'signers'>;
  readonly signer: Pick<ExaminedSigner, 'trust'>;
  readonly seals: Pick<ExaminedSeals, 'place' | 'notLaterThan'>;
}

const NOTHING_READ: Examined = {
  examined: { manifest: null, sha256: null },
  signature: { signers: [] },
  signer: { trust: null },
  seals: { place: null, notLaterThan: null },
};

async function examineContent(
  files: BundleFiles,
  { manifest, sha256 }: ExaminedManifest,
  options: VerifyOptions,
) {
  if (!manifest || !sha256) {
    const reason = 'Cannot be checked without the manifest.';
    const ids = ['no_extra_files', 'signature', 'signer_trusted', 'key_valid_at_time', 'chunk_tree'];
    const findings = ids.map((id) => found(id, 'unknown', reason));
    return { ...NOTHING_READ, findings: [...findings, ...unexaminedSeals('unknown', reason).findings] };
  }
  const quick = options.quick === true;
  const artifacts = quick
    ? manifest.artifacts.map(({ name }) => skipped(`artifact:${name}`))
    : await checkArtifacts(files, manifest);
  const extra = quick ? skipped('no_extra_files') : checkNoExtraFiles(files, manifest);
  const signature = await examineSignature(files, { manifest, sha256 });
  const trust = await resolveTrust(files, options);
  const subject = { bundleId: manifest.bundle_id, manifestSha256: sha256, trust, options };
  const seals = quick ? unexaminedSeals('absent', SKIPPED) : await examineSeals(files, subject);
  const context = { files, options, age: seals.age };
  const signer = await examineSigner(signature.signers, manifest.capture.times.sealed, context);
  const tree = quick ? skipped('chunk_tree') : await checkChunkTree(files, manifest);
  const findings = [...artifacts, extra, signature.finding, ...signer.findings, tree, ...seals.findings];
  return { findings, signature, signer, seals };
}

const SKIPPED = 'Not checked: a quick check was asked for.';

const skipped = (id: string): Finding => found(id, 'absent', SKIPPED);

function conclude(
  findings: readonly Finding[],
  { examined, signature, signer, seals }: Examined,
  { quick = false }: Pick<VerifyOptions, 'quick'>,
): Verdict {
  const checks = findings.map(({ check }) => check);
  const status = judge(checks);
  return {
    verified: status === 'verified',
    status,
    bundleId: examined.manifest?.bundle_id ?? null,
    manifestSha256: examined.sha256,
    checks,
    tampered: [...new Set(findings.flatMap(({ tampered }) => tampered))],
    assurance: describeAssurance({
      status,
      signers: signature.signers,
      trust: signer.trust,
      quick,
      place: seals.place,
      notLaterThan: seals.notLaterThan,
    }),
  };
}

function judge(checks: Verdict['checks']): Verdict['status'] {
  if (checks.some(({ status }) => status === 'fail')) return 'tampered';
  // A later seal that cannot be judged takes nothing away from the sealed core.
  return checks.some(({ id, status }) => status === 'unknown' && !SEAL_CHECK_IDS.has(id))
    ? 'undecided'
    : 'verified';
}
