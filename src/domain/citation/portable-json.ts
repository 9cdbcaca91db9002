import type { CitationVerdict } from './portable-verify.ts';

/** A verdict on a citation proof in its published members. */
export const toCitationJson = (verdict: CitationVerdict) => ({
  verified: verdict.verified,
  status: verdict.status,
  bundle_id: verdict.bundleId,
  manifest_sha256: verdict.manifestSha256,
  quote: verdict.quote,
  source: verdict.source && {
    origin: verdict.source.origin,
    title: verdict.source.title,
    sealed_at: verdict.source.sealedAt,
  },
  checks: verdict.checks,
  level: verdict.assurance.level,
  assurance: verdict.assurance,
  untrusted: true,
});
