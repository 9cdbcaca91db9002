import { z } from 'zod';
import { MAX_RETENTION_DAYS } from '../domain/deletion/retention.ts';
import { bundleId, fileField, include, text, wait } from './fields.ts';

/** What is to be captured and how: fields of an extract body, also of an item of a batch. */
export const extractFields = {
  source: text.min(1).max(8192).optional().describe('http or https URL of the document'),
  file: fileField.optional(),
  mode: z.enum(['extract']).default('extract').describe('What to derive; extract derives nothing more'),
  include: include.optional(),
  pages: z
    .string()
    .regex(/^[1-9]\d{0,5}-[1-9]\d{0,5}$/)
    .optional()
    .describe('Pages of an uploaded PDF, e.g. 2-5'),
  source_headers: z
    .record(text.max(256), text.max(8192))
    .optional()
    .describe('HTTP headers for the source’s own origin only; never stored or logged'),
  parent_bundle_id: bundleId.optional().describe('Earlier version to link to; default: the latest'),
  retention_days: z
    .int()
    .min(1)
    .max(MAX_RETENTION_DAYS)
    .optional()
    .describe('Delete the bundle after so many days; default: never'),
  legal_hold: z.boolean().optional().describe('true: store it under a legal hold'),
  ...wait,
};
