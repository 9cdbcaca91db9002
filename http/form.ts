import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { EvidenceError } from '../src/core/error.ts';
import { assertNotFarBeyond, assertPlain, drain, tooLarge } from './body.ts';

/** A document as a tool's file field takes it. */
export interface FileValue {
  readonly base64: string;
  readonly filename?: string;
  readonly media_type?: string;
}

/** A parsed multipart body. A repeated field has several values. */
export interface Form {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly file: FileValue | null;
}

const LIMITS = {
  files: 1,
  fields: 100,
  parts: 110,
  fieldSize: 256 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
};

/**
 * Read a multipart body: fields, and at most one part `file`.
 *
 * @throws EvidenceError `REQUEST_INVALID` (malformed, two files, a file under another name), `PAYLOAD_TOO_LARGE`.
 */
export async function readForm(req: IncomingMessage, maxFileBytes: number): Promise<Form> {
  assertPlain(req);
  assertNotFarBeyond(req, maxFileBytes);
  try {
    return await parseForm(req, maxFileBytes);
  } catch (error) {
    req.unpipe();
    drain(req);
    throw error;
  }
}

function parseForm(req: IncomingMessage, maxFileBytes: number): Promise<Form> {
  const parser = createParser(req, maxFileBytes);
  const fields = new Map<string, string[]>();
  let file: FileValue | null = null;
  return new Promise((resolve, reject) => {
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated) reject(malformed('A field name is too long.'));
      else if (valueTruncated) reject(tooLarge(LIMITS.fieldSize));
      else fields.set(name, [...(fields.get(name) ?? []), value]);
    });
    parser.on('file', (name, stream, { filename, mimeType }) => {
      if (name !== 'file') reject(malformed('The document must be the part `file`.'));
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('error', (cause) => reject(malformed('The multipart body cannot be read.', cause)));
      stream.on('limit', () => reject(tooLarge(maxFileBytes)));
      stream.on('end', () => {
        const name = filename ? { filename } : {};
        file = { base64: Buffer.concat(pieces).toString('base64'), ...name, media_type: mimeType };
      });
    });
    parser.on('filesLimit', () => reject(malformed('Only one file is taken.')));
    for (const event of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(event, () => reject(malformed('The form has too many parts.')));
    parser.on('error', (cause) => reject(malformed('The multipart body cannot be read.', cause)));
    parser.on('close', () => resolve({ fields, file }));
    req.once('close', () => {
      if (!req.complete) reject(malformed('The body ended early.'));
    });
    req.pipe(parser);
  });
}

function createParser(req: IncomingMessage, maxFileBytes: number): busboy.Busboy {
  try {
    // busboy calls a file truncated that is exactly as long as its limit.
    const limits = { ...LIMITS, fileSize: maxFileBytes + 1 };
    return busboy({ headers: req.headers, defParamCharset: 'utf8', limits });
  } catch (cause) {
    throw malformed('The multipart body has no boundary.', cause);
  }
}

const malformed = (message: string, cause?: unknown): EvidenceError =>
  new EvidenceError('REQUEST_INVALID', message, { cause });
