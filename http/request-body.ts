import type { Request } from 'express';
import { EvidenceError } from '../src/core/error.ts';
import { hasBody, mediaTypeOf, readBody, readJson } from './body.ts';
import { type FileValue, readForm } from './form.ts';
import { jsonLimit } from './upload-size.ts';

/** Members of a JSON object, values of a form (each field a list of texts), or a raw document. */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json' | 'form'; readonly entries: readonly (readonly [string, unknown])[] }
  | { readonly kind: 'raw'; readonly entry: readonly [string, FileValue] };

const MAX_JSON_BYTES = 1024 * 1024;

/**
 * The body in whichever form it came.
 *
 * @param file name of the field that takes a document, when the operation has one: it opens multipart, raw
 *   bodies and the larger JSON limit.
 * @throws EvidenceError `REQUEST_INVALID`, `JSON_MALFORMED`, `MEDIA_TYPE_UNSUPPORTED`, `PAYLOAD_TOO_LARGE`, `FILE_EMPTY`.
 */
export function readRequestBody(req: Request, limits: BodyLimits): Promise<RequestBody> {
  const { file, maxUploadBytes } = limits;
  const form = formOf(req, file);
  if (form === 'json')
    return readObject(req, file === undefined ? MAX_JSON_BYTES : jsonLimit(maxUploadBytes));
  if (form === 'none' || file === undefined) return Promise.resolve({ kind: 'none' });
  return form === 'form' ? readFields(req, file, maxUploadBytes) : readDocument(req, file, maxUploadBytes);
}

interface BodyLimits {
  readonly file: string | undefined;
  readonly maxUploadBytes: number;
}

function formOf(req: Request, file: string | undefined): RequestBody['kind'] {
  const mediaType = mediaTypeOf(req);
  if (!takesBody(req)) return refuseBody(req);
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) return hasBody(req) ? 'json' : 'none';
  if (mediaType === '' && !hasBody(req)) return 'none';
  if (file !== undefined && mediaType === 'multipart/form-data') return 'form';
  if (file === undefined || NOT_DOCUMENTS.includes(mediaType))
    throw new EvidenceError('MEDIA_TYPE_UNSUPPORTED');
  return 'raw';
}

/** Forms of programs and browsers, never the type of a document. */
const NOT_DOCUMENTS = ['application/x-www-form-urlencoded', 'multipart/mixed'];

const takesBody = ({ method }: Request): boolean => method === 'POST' || method === 'PUT';

function refuseBody(req: Request): 'none' {
  if (!hasBody(req)) return 'none';
  throw new EvidenceError('REQUEST_INVALID', 'This method takes no body.', {
    hint: 'Send the fields in the query.',
  });
}

async function readObject(req: Request, maxBytes: number): Promise<RequestBody> {
  const value = await readJson(req, maxBytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new EvidenceError('REQUEST_INVALID', 'The body must be a JSON object.');
  }
  return { kind: 'json', entries: Object.entries(value) };
}

async function readFields(req: Request, file: string, maxUploadBytes: number): Promise<RequestBody> {
  const form = await readForm(req, maxUploadBytes);
  const document: (readonly [string, unknown])[] = form.file ? [[file, form.file]] : [];
  return { kind: 'form', entries: [...form.fields, ...document] };
}

async function readDocument(req: Request, file: string, maxUploadBytes: number): Promise<RequestBody> {
  const bytes = await readBody(req, maxUploadBytes);
  if (bytes.length === 0) throw new EvidenceError('FILE_EMPTY');
  const filename = req.get('X-Source-Filename');
  const mediaType = req.get('Content-Type');
  const document: FileValue = {
    base64: bytes.toString('base64'),
    ...(filename && { filename: decodeFilename(filename) }),
    ...(mediaType && { media_type: mediaType }),
  };
  return { kind: 'raw', entry: [file, document] };
}

/** A header is ASCII: other names come percent-encoded. */
function decodeFilename(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
