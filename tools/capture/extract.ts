import { z } from 'zod';
import { EvidenceError } from '../../src/core/error.ts';
import { sha256Hex } from '../../src/core/schema.ts';
import { PRICES } from '../../src/domain/payment/price-table.ts';
import { documentMetadata } from '../../src/operation/bundle-output.ts';
import { bundlesMade } from '../../src/operation/bundles-made.ts';
import { defineTool, type ToolContext } from '../../src/operation/define-tool.ts';
import { extractFields } from '../../src/operation/extract-fields.ts';
import { toExtractRequest } from '../../src/operation/extract-input.ts';
import { answerOfJob, bundleOrJobShape } from '../../src/operation/job-answer.ts';
import { requireOwner } from '../../src/operation/require-owner.ts';
import { textFrom, textOffset, textPageShape } from '../../src/operation/text-page.ts';
import { prepareWebhook, webhookInput } from '../../src/operation/webhook-input.ts';

const SYNC_WAIT_MS = 25_000;
const LEAN_DEADLINE_MS = 60_000;

const input = z.strictObject({
  ...extractFields,
  ...webhookInput,
  store: z.boolean().default(true).describe('false: answer the text inline and keep nothing'),
  offset: textOffset.optional().describe('With store=false: character of the text to begin with'),
  sync: z.boolean().default(false).describe('true: wait for the bundle (at most 25 s, then a job id)'),
  async: z.boolean().default(false).describe('true: answer a job id (the default of a stored extract)'),
});

const output = z.object({
  ...bundleOrJobShape,
  mode: z.string().optional().describe('Mode of the extract'),
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
    'JOB_ENDED',
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
  bundlesMade,
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
  const answer = await answerOfJob(job, owner, context);
  return { ...answer, ...(hook && { webhook_secret: hook.secret }) };
}

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
