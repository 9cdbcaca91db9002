import { utf8 } from '../../core/bytes.ts';
import type { Sha256Factory } from '../../core/sha256.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { BundleFiles } from '../verification/bundle-files.ts';
import { type Finding, found } from '../verification/finding.ts';
import { examineManifest } from '../verification/manifest-check.ts';
import type { VerifyOptions } from '../verification/options.ts';
import { examineSignature } from '../verification/signature-checks.ts';
import { type ExaminedSigner, examineSigner } from '../verification/signer-checks.ts';
import type { Verdict } from '../verification/verdict.ts';
import { describeCitation } from './portable-assurance.ts';
import { checkChunk, checkLogProof, checkQuote } from './portable-checks.ts';
import type { PortableProof } from './portable-proof.ts';

/** The verifier's answer about a citation proof; its members mean what they mean for a bundle. */
export interface CitationVerdict extends Omit<Verdict, 'tampered'> {
  /** Untrusted text. */
  readonly quote: string;
  /** What the signed manifest says of the source; null while nothing vouches for it. Untrusted text. */
  readonly source: {
    readonly origin: string | null;
    readonly title: string | null;
    readonly sealedAt: string;
  } | null;
}

/** How to verify a proof: as a bundle, but the whole of it is always checked. */
export type CitationOptions = Pick<VerifyOptions, 'createSha256' | 'trusted' | 'trustEmbedded'>;

/**
 * Verify a citation proof with nothing but itself and keys known from outside: no network, no document. No check
 * throws.
 *
 * `trustEmbedded` accepts the signer that the proof names: it is then self-consistent, no more.
 *
 * @see evidence-format.md 4 and 8
 */
export async function verifyPortableProof(
  proof: PortableProof,
  options: CitationOptions,
): Promise<CitationVerdict> {
  const files = filesOf(proof, options.createSha256);
  const { finding, manifest, sha256 } = await examineManifest(files, undefined);
  if (!manifest || !sha256) {
    const rest = ['signature', 'signer_trusted', 'chunk_tree'].map((id) =>
      found(id, 'unknown', 'Cannot be checked without the manifest.'),
    );
    return conclude(proof, [finding, ...rest, checkQuote(proof)], NOTHING_SIGNED);
  }
  const signature = await examineSignature(files, { manifest, sha256 });
  const signer = await judgeSigner(signature.signers, manifest, { files, options });
  const findings = [
    finding,
    signature.finding,
    ...signer.findings,
    checkChunk(proof, manifest, options.createSha256),
    checkQuote(proof),
    checkLogProof(proof),
  ];
  return conclude(proof, findings, { manifest, sha256, signers: signature.signers, trust: signer.trust });
}

interface Signed {
  readonly manifest: Manifest | null;
  readonly sha256: string | null;
  readonly signers: readonly string[];
  readonly trust: ExaminedSigner['trust'];
}

const NOTHING_SIGNED: Signed = { manifest: null, sha256: null, signers: [], trust: null };

/** The proof's manifest and signature as the files of a bundle, for the checks that both share. */
function filesOf({ manifest, signature }: PortableProof, createSha256: Sha256Factory): BundleFiles {
  const files = new Map([
    ['manifest.json', utf8(manifest)],
    ['signature.json', utf8(JSON.stringify(signature))],
  ]);
  return {
    sizes: new Map([...files].map(([path, bytes]) => [path, bytes.length])),
    reader: {
      list: async () => [],
      async *read(path) {
        yield files.get(path) ?? new Uint8Array();
      },
    },
    createSha256,
  };
}

async function judgeSigner(
  signers: readonly string[],
  { capture }: Manifest,
  context: { readonly files: BundleFiles; readonly options: CitationOptions },
): Promise<ExaminedSigner> {
  const { trusted, trustEmbedded = false } = context.options;
  if (signers.length > 0 && trusted.length === 0 && trustEmbedded) {
    return {
      findings: [
        found(
          'signer_trusted',
          'pass',
          'The signer is the one that the proof names: self-consistent, no more.',
        ),
        found('key_valid_at_time', 'absent', 'There is no trusted key to look up.'),
      ],
      trust: 'embedded',
    };
  }
  return examineSigner(signers, capture.times.sealed, context);
}

function conclude(proof: PortableProof, findings: readonly Finding[], signed: Signed): CitationVerdict {
  const checks = findings.map(({ check }) => check);
  const { manifest, sha256, signers, trust } = signed;
  const status = judge(checks);
  const bundleId = manifest?.bundle_id ?? null;
  return {
    verified: status === 'verified',
    status,
    bundleId,
    manifestSha256: sha256,
    quote: proof.quote,
    source: manifest && signers.length > 0 ? sourceOf(manifest) : null,
    checks,
    assurance: describeCitation({ status, bundleId, signers, trust }),
  };
}

const sourceOf = ({ request, capture }: Manifest): CitationVerdict['source'] => ({
  origin: capture.final_url ?? request.url ?? request.filename,
  title: capture.document.title,
  sealedAt: capture.times.sealed,
});

function judge(checks: CitationVerdict['checks']): Verdict['status'] {
  if (checks.some(({ status }) => status === 'fail')) return 'tampered';
  // The log adds a time; its absence takes nothing away from the signature.
  return checks.some(({ id, status }) => status === 'unknown' && id !== 'log_inclusion')
    ? 'undecided'
    : 'verified';
}
