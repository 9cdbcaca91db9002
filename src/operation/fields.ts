import { z } from 'zod';
import { idSchema, sha256Hex, timestamp } from '../core/schema.ts';
import { INCLUDES } from '../domain/capture/capture.ts';

/** Fields that several operations share, described once. */

export const bundleId = idSchema('ev').describe('Bundle id, ev_…');
export const jobId = idSchema('job').describe('Job id, job_…');
export const manifestSha256 = sha256Hex.describe('SHA-256 of the bytes of manifest.json');
export const createdAt = timestamp.describe('RFC 3339, UTC');

/** Free text of a caller. What databases and UTF-8 cannot hold is refused here, not where it would be stored. */
export const text = z
  .string()
  .refine(
    (value) => value.isWellFormed() && !value.includes('\0'),
    'must hold no U+0000 and no lone surrogate',
  );

/** An uploaded document: a multipart part or raw body in REST, base64 in JSON and MCP. */
export const fileField = z
  .strictObject({
    base64: z
      .string()
      .max(96 * 1024 * 1024)
      .describe('Its bytes'),
    filename: text.max(255).optional().describe('Name, only recorded'),
    media_type: text.max(255).optional().describe('Declared type; the bytes are sniffed'),
  })
  .describe('The document itself instead of a source URL');

export const include = z
  .array(z.enum(INCLUDES))
  .max(INCLUDES.length)
  .describe(
    'Artifacts. Default for a URL: screenshot, pdf, html, markdown; for an upload: markdown, ocr of images and scans',
  );

export const wait = {
  wait_for_selector: text
    .min(1)
    .max(500)
    .optional()
    .describe('CSS selector that must appear before the capture'),
  wait_ms: z
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe('Extra milliseconds to wait after the page settled'),
  viewport: z
    .strictObject({
      width: z.int().min(320).max(3840).describe('CSS pixels'),
      height: z.int().min(240).max(2160).describe('CSS pixels'),
    })
    .optional()
    .describe('Browser window, default 1280 x 900'),
};

/** One check of a verdict. */
export const check = z.object({
  id: z.string().describe('Name of the check, e.g. signature or artifact:screenshot'),
  status: z.enum(['pass', 'fail', 'unknown', 'absent']).describe('unknown is never a pass and never a fail'),
  detail: z.string().describe('What was compared'),
});

export const assurance = z.object({
  proves: z.array(z.string()).describe('What a verified bundle proves'),
  does_not_prove: z.array(z.string()).describe('What it does not prove'),
  level: z
    .int()
    .min(0)
    .max(3)
    .describe('0 intact, 1 signed, 2 in the log, 3 independently timed or witnessed'),
  next: z.string().describe('What would raise the level'),
});
