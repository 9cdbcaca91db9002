import type { Verdict } from './verdict.ts';

/** A verdict in its published members, as REST, MCP, `affiant verify --json` and `verify.mjs --json` show it. */
export const toVerdictJson = (verdict: Verdict) => ({
  verified: verdict.verified,
  valid: verdict.verified,
  status: verdict.status,
  bundle_id: verdict.bundleId,
  manifest_sha256: verdict.manifestSha256,
  checks: verdict.checks,
  level: verdict.assurance.level,
  assurance: verdict.assurance,
  tampered: verdict.tampered,
});
