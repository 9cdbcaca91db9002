import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Attachment, Tool } from '../src/operation/define-tool.ts';
import type { CallResult } from '../src/operation/pipeline.ts';
import { receiptHeaders } from '../src/projection/payment.ts';
import { hasCurrent } from './entity-tag.ts';
import { setHeaders } from './set-headers.ts';

/** Seconds after which a fresh job is worth a look. */
const POLL_AFTER_SECONDS = 1;

/** Answer a successful call: status and headers as the placement says, the output or the attachment as body. */
export async function sendResult(
  tool: Tool,
  result: CallResult,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  const { output, attachment, payment, isReceipt, onDelivered } = result;
  const { binary, status, statuses = [200] } = tool.rest;
  setHeaders(res, headersOf(tool, result));
  if (onDelivered) res.once('finish', onDelivered);
  if (binary) return sendAttachment(attachment, { req, res });
  const code = isReceipt ? 200 : (status?.(output) ?? statuses[0] ?? 200);
  if (code === 202) {
    res.setHeader('Retry-After', POLL_AFTER_SECONDS);
    if (typeof output['poll_url'] === 'string') res.setHeader('Location', output['poll_url']);
  }
  res.setHeader('Cache-Control', payment ? 'private, no-store' : 'no-store');
  res.status(code).json(output);
}

/** Headers that the placement takes from the output, and those that say how the answer came about. */
function headersOf({ rest }: Tool, { output, replayed, payment }: CallResult): Record<string, string> {
  const values = Object.entries(rest.headers ?? {}).flatMap(([header, field]) => {
    const value = output[field];
    return value === undefined || value === null ? [] : [[header, String(value)] as const];
  });
  return {
    ...Object.fromEntries(values),
    ...(replayed && { 'Idempotent-Replayed': 'true' }),
    ...(payment && receiptHeaders(payment)),
  };
}

/** Captured bytes are hostile: never rendered as a page of this origin, never sniffed. */
async function sendAttachment(
  attachment: Attachment | null,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  if (!attachment) throw new TypeError('the tool attached nothing');
  const { stream, mediaType, filename, sizeBytes, etag } = attachment;
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  res.setHeader('Cache-Control', 'private, no-cache');
  if (etag) res.setHeader('ETag', `"${etag}"`);
  if (etag && hasCurrent(req, etag)) return void res.status(304).end();
  res.attachment(filename);
  res.setHeader('Content-Type', mediaType);
  if (sizeBytes !== undefined) res.setHeader('Content-Length', sizeBytes);
  res.status(200);
  if (req.method === 'HEAD') return void res.end();
  await pipeline(stream(), res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    // The client went away: nobody is left to answer.
  });
}
