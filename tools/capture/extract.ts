import { z } from 'zod';
import { EvidenceError } from '../../src/core/error.ts';
import { sha256Hex } from '../../src/core/schema.ts';
import type { Owner } from '../../src/domain/account/principal.ts';
import type { StoredBundle } from '../../src/domain/bundle/bundle-service.ts';
import { failureOf } from '../../src/domain/capture/extract-service.ts';
import { MAX_RETENTION_DAYS } from '../../src/domain/deletion/retention.ts';
import { PRICES } from '../../src/domain/payment/price-table.ts';
import { bundleShape, documentMetadata } from '../../src/operation/bundle-output.ts';
import { viewBundle } from '../../src/operation/bundle-view.ts';
import { defineTool, type ToolContext } from '../../src/operation/define-tool.ts';
import { toExtractRequest } from '../../src/operation/extract-input.ts';
import { bundleId, fileField, include, jobId, text, wait } from '../../src/operation/fields.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';
import { textFrom, textOffset, textPageShape } from '../../src/operation/text-page.ts';
import { prepareWebhook, webhookInput, webhookSecret } from '../../src/operation/webhook-input.ts';

const SYNC_WAIT_MS = 25_000;
const LEAN_DEADLINE_MS = 60_000;

const input = z.strictObject({
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
  store: z.boolean().default(true).describe('false: answer the text inline and keep nothing'),
  offset: textOffset.optional().describe('With store=false: character of the text to begin with'),
  sync: z.boolean().default(false).describe('true: wait for the bundle (at most 25 s, then a job id)'),
  async: z.boolean().default(false).describe('true: answer a job id (the default of a stored extract)'),
  parent_bundle_id: bundleId.optional().describe('Earlier version to link to; default: the latest'),
  retention_days: z
    .int()
    .min(1)
    .max(MAX_RETENTION_DAYS)
    .optional()
    .describe('Delete the bundle after so many days; default: never'),
  legal_hold: z.boolean().optional().describe('true: store it under a legal hold'),
  ...wait,
  ...webhookInput,
});

const output = z.object({
  ...z.object(bundleShape).partial().shape,
  status: z
    .enum(['queued', 'processing', 'complete'])
    .describe('complete: the answer is here; else poll the job'),
  mode: z.string().optional().describe('Mode of the extract'),
  job_id: jobId.optional(),
  poll_url: z.string().optional().describe('GET this until the job has ended'),
  webhook_secret: webhookSecret.optional(),
  ...z.object(textPageShape).partial().shape,
  text_sha256: sha256Hex.optional().describe('SHA-256 of the whole text in UTF-8: the same on every page'),
  metadata: documentMetadata.optional(),
});

export default defineTool({
  name: 'extract',
  title: 'Capture a document as evidence',
  family: 'capture',
  description:
    'Capture a URL or an uploaded document into a signed, tamper-evident evidence bundle: screenshot, PDF, ' +
    'HTML, Markdown, manifest and Merkle tree of text chunks. Answers a job id (poll job_get) unless sync is true. ' +
    'With store=false it answers the text at once and keeps nothing. ' +
    'Then call citation_verify to prove a quote, or bundle_verify to check integrity.',
  rest: {
    method: 'POST',
    path: '/v1/extract',
    in: { sync: 'query', store: 'query', async: 'query', offset: 'query' },
    file: 'file',
    statuses: [202, 200],
    status: (answer) => (answer.status === 'complete' ? 200 : 202),
    headers: { 'X-Manifest-SHA256': 'manifest_sha256' },
  },
  input,
  output,
  price: {
    keys: ['extract_stored', 'extract_lean'],
    select: ({ store }) => (store ? 'extract_stored' : 'extract_lean'),
  },
  auth: 'owner',
  effect: 'create',
  openWorld: true,
  deadlineMs: LEAN_DEADLINE_MS,
  errors: [
    'SOURCE_MISSING',
    'FILE_EMPTY',
    'NOT_FOUND',
    'PAYLOAD_TOO_LARGE',
    'DOCUMENT_ENCRYPTED',
    'DOCUMENT_CORRUPT',
    'DOCUMENT_UNSUPPORTED',
    'DOCUMENT_TOO_LARGE',
    'IMAGE_TOO_SMALL',
    'IMAGE_TOO_LARGE',
    'NO_TEXT_FOUND',
    'ENCODING_UNSUPPORTED',
    'ARCHIVE_BOMB',
    'PAGES_OUT_OF_RANGE',
    'SELECTOR_NOT_FOUND',
    'URL_BLOCKED',
    'URL_UNREACHABLE',
    'OVERLOADED',
    'DEADLINE_EXCEEDED',
    'BROWSER_UNAVAILABLE',
  ],
  examples: [
    { title: 'A URL, stored, as a job', input: { source: 'https://example.com/' } },
    { title: 'A URL, waiting for the bundle', input: { source: 'https://example.com/', sync: true } },
    {
      title: 'An uploaded text, nothing stored',
      input: { file: { base64: 'SGVsbG8=', filename: 'a.txt' }, store: false },
    },
  ],
  run: (fields, context) => (fields.store ? stored(fields, context) : lean(fields, context)),
});

type Fields = z.output<typeof input>;

/** @throws EvidenceError `REQUEST_INVALID` when fields of a stored extract contradict each other. */
function assertStorable({ sync, async, offset, webhook_url }: Fields): void {
  if (sync && async) throw new EvidenceError('REQUEST_INVALID', 'sync and async exclude each other.');
  if (offset !== undefined)
    throw new EvidenceError('REQUEST_INVALID', 'offset: needs store=false; bundle_get reads a stored text.');
  if (sync && webhook_url !== undefined)
    throw new EvidenceError(
      'REQUEST_INVALID',
      'webhook_url: needs a job; with sync=true the answer tells the end.',
    );
}

async function stored(fields: Fields, context: ToolContext): Promise<z.input<typeof output>> {
  assertStorable(fields);
  const owner = requireOwner(context.principal);
  const { extracts } = context.services;
  const request = toExtractRequest(fields);
  const priceCredits = PRICES.extract_stored;
  const hook = await prepareWebhook(fields, context);
  const job = fields.sync
    ? await extracts.submitAndWait(owner, request, {
        priceCredits,
        waitMs: SYNC_WAIT_MS,
        signal: context.signal,
        progress: context.progress,
      })
    : await extracts.submit(owner, request, { priceCredits, webhook: hook?.webhook ?? null });
  const failure = failureOf(job);
  if (failure) throw failure;
  const bundle =
    job.status === 'complete' && job.bundleId ? await readBundle(context, owner, job.bundleId) : null;
  if (bundle) return { ...viewBundle(bundle), status: 'complete' };
  context.continueAs(job.jobId);
  const status = job.status === 'processing' ? 'processing' : 'queued';
  return {
    status,
    job_id: job.jobId,
    poll_url: `${context.baseUrl}/v1/jobs/${job.jobId}`,
    ...(hook && { webhook_secret: hook.secret }),
  };
}

/** The finished bundle; null when it cannot be read just now: the caller gets its job instead of a failure. */
const readBundle = (
  { services }: ToolContext,
  owner: Owner,
  bundleId: string,
): Promise<StoredBundle | null> => services.bundles.find(owner, bundleId).catch(() => null);

async function lean(fields: Fields, context: ToolContext): Promise<z.input<typeof output>> {
  if (fields.async)
    throw new EvidenceError('REQUEST_INVALID', 'async needs store=true: a job keeps its result.');
  if (fields.webhook_url !== undefined || fields.webhook_secret !== undefined)
    throw new EvidenceError('REQUEST_INVALID', 'webhook_url: needs store=true; a lean extract is no job.');
  const request = toExtractRequest({ ...fields, include: fields.include ?? ['markdown'] });
  const capture = await context.services.extracts.capture(request, context);
  const { facts, document, markdown } = capture;
  return {
    mode: fields.mode,
    status: 'complete',
    ...textFrom(markdown, fields.offset ?? 0),
    text_sha256: context.services.bundles.textDigest(markdown),
    metadata: {
      ...document,
      final_url: facts.final_url,
      captured_at: facts.times.started,
      outcome: facts.outcome,
      signals: [...facts.signals],
    },
    result: null,
    untrusted: true,
  };
}
