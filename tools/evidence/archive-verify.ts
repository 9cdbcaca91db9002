import { z } from 'zod';
import { EvidenceError } from '../../src/core/error.ts';
import { ERRORS } from '../../src/core/error-codes.ts';
import { sha256Hex, timestamp } from '../../src/core/schema.ts';
import { toVerdictJson } from '../../src/domain/verification/verdict-json.ts';
import { defineTool } from '../../src/operation/define-tool.ts';
import { assurance, bundleId, check, fileField, text } from '../../src/operation/fields.ts';

export default defineTool({
  name: 'archive_verify',
  title: 'Verify an archive',
  family: 'evidence',
  description:
    'Verify an evidence archive (.zip), also one of another service, without an account: every digest, the signature, the seals. ' +
    'Trusted are the keys of this service, or the signer you name. Nothing is kept. The page /verify does the same in a browser.',
  rest: {
    method: 'POST',
    path: '/v1/verify',
    file: 'file',
    // An archive is larger than the document in it: screenshots, PDF and HTML beside its source.
    maxFileBytes: 32 * 1024 * 1024,
    in: { signer: 'query' },
    statuses: [200, 409],
    status: ({ status }) => (status === 'tampered' ? 409 : 200),
  },
  input: z.strictObject({
    file: fileField.describe('The archive as it was downloaded'),
    signer: text
      .max(64)
      .optional()
      .describe('Address of the signer you trust, 0x…; default: the keys of this service'),
  }),
  output: z.object({
    verified: z.boolean().describe('No check failed and everything up to the signature passed'),
    valid: z.boolean().describe('Same as verified'),
    status: z.enum(['verified', 'tampered', 'undecided']).describe('The verdict'),
    bundle_id: bundleId.nullable().describe('Bundle in the archive'),
    manifest_sha256: sha256Hex.nullable().describe('SHA-256 of its manifest'),
    checks: z.array(check).describe('Every check'),
    level: z.int().min(0).max(3).describe('Assurance level'),
    assurance: assurance.describe('What the verdict says and does not say'),
    tampered: z.array(z.string()).describe('Names of what differs'),
    checked_at: timestamp.describe('RFC 3339, UTC'),
    error: z.string().optional().describe('Only when tampered'),
    code: z.string().optional().describe('ARTIFACT_TAMPERED, only when tampered'),
    hint: z.string().optional().describe('Only when tampered'),
  }),
  price: 'free',
  auth: 'open',
  effect: 'read',
  deadlineMs: 60_000,
  errors: [
    'REQUEST_INVALID',
    'FILE_EMPTY',
    'ARCHIVE_UNSAFE',
    'ARCHIVE_BOMB',
    'DOCUMENT_CORRUPT',
    'DOCUMENT_TOO_LARGE',
    'DEADLINE_EXCEEDED',
    'OVERLOADED',
  ],
  examples: [{ title: 'An archive', input: { file: { base64: 'UEsDBA==', filename: 'bundle.zip' } } }],
  async run({ file, signer }, { services, signal }) {
    const bytes = Buffer.from(file.base64, 'base64');
    if (bytes.length === 0) throw new EvidenceError('FILE_EMPTY');
    const { verdict, checkedAt } = await services.archives.verify(bytes, signer ?? null, signal);
    const { checks, tampered, assurance: said, ...rest } = toVerdictJson(verdict);
    return {
      ...rest,
      checks: [...checks],
      tampered: [...tampered],
      assurance: { ...said, proves: [...said.proves], does_not_prove: [...said.does_not_prove] },
      checked_at: checkedAt,
      ...(verdict.status === 'tampered' && {
        error: ERRORS.ARTIFACT_TAMPERED.title,
        code: 'ARTIFACT_TAMPERED',
        hint: ERRORS.ARTIFACT_TAMPERED.hint,
      }),
    };
  },
});
