import { z } from 'zod';
import { ERRORS } from '../../src/core/error-codes.ts';
import { sha256Hex, timestamp } from '../../src/core/schema.ts';
import { agentId, receiptOutput, viewReceipt } from '../../src/operation/custody-view.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { assurance, bundleId, check } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';

export default defineTool({
  name: 'bundle_verify',
  title: 'Verify a stored bundle',
  family: 'evidence',
  description:
    'Verify a stored bundle: recompute the digest of the manifest and of every artifact, the chunk tree and the signature. ' +
    'Answers verified true or false with each check and what it proves. quick=true checks manifest and signature only.',
  rest: {
    method: 'GET',
    path: '/v1/extract/{id}/verify',
    params: { id: 'bundle_id' },
    statuses: [200, 409],
    status: ({ verified, status }) => (verified || status !== 'tampered' ? 200 : 409),
  },
  input: z.strictObject({
    bundle_id: bundleId,
    agent_id: agentId.optional(),
    quick: z.boolean().default(false).describe('true: manifest and signature only'),
  }),
  output: z.object({
    verified: z.boolean().describe('No check failed and everything up to the signature passed'),
    valid: z.boolean().describe('Same as verified'),
    status: z.enum(['verified', 'tampered', 'undecided']).describe('The verdict'),
    bundle_id: bundleId,
    manifest_sha256: sha256Hex.nullable().describe('SHA-256 of the manifest as it lies in the store'),
    checks: z.array(check).describe('Every check'),
    level: z.int().min(0).max(3).describe('Assurance level'),
    assurance: assurance.describe('What the verdict says and does not say'),
    tampered: z.array(z.string()).describe('Names of what differs'),
    checked_at: timestamp.describe('RFC 3339, UTC'),
    receipt: receiptOutput
      .nullable()
      .describe('Signed receipt of this check; null when none could be written'),
    error: z.string().optional().describe('Only when tampered'),
    code: z.string().optional().describe('ARTIFACT_TAMPERED, only when tampered'),
    hint: z.string().optional().describe('Only when tampered'),
  }),
  price: 'free',
  auth: 'owner',
  // A receipt is all that it writes.
  effect: 'read',
  deadlineMs: 10 * 60_000,
  errors: ['NOT_FOUND'],
  examples: [
    { title: 'Every check', input: { bundle_id: 'ev_01JD0000000000000000000000' } },
    {
      title: 'Manifest and signature only',
      input: { bundle_id: 'ev_01JD0000000000000000000000', quick: true },
    },
  ],
  async run({ bundle_id, quick, agent_id }, { services, principal }) {
    const owner = requireOwner(principal);
    const { verdict, checkedAt } = await services.verification.verifyStored(owner, bundle_id, { quick });
    const { verified, status, checks, tampered } = verdict;
    const receipt = await services.custody.recordVerification(owner, bundle_id, {
      agentId: agent_id ?? owner.ownerId,
      outcome: { status, level: verdict.assurance.level, quick },
    });
    return {
      verified,
      valid: verified,
      status,
      bundle_id,
      manifest_sha256: verdict.manifestSha256,
      checks: [...checks],
      level: verdict.assurance.level,
      assurance: {
        ...verdict.assurance,
        proves: [...verdict.assurance.proves],
        does_not_prove: [...verdict.assurance.does_not_prove],
      },
      tampered: [...tampered],
      checked_at: checkedAt,
      receipt: receipt && viewReceipt(receipt),
      ...(status === 'tampered' && {
        error: ERRORS.ARTIFACT_TAMPERED.title,
        code: 'ARTIFACT_TAMPERED',
        hint: ERRORS.ARTIFACT_TAMPERED.hint,
      }),
    };
  },
});
