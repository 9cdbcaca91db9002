import type { RequestHandler } from 'express';

const EXPOSED = [
  'X-Request-Id',
  'X-Manifest-SHA256',
  'Location',
  'Retry-After',
  'ETag',
  'Content-Disposition',
  'Idempotent-Replayed',
  'X-Payment-Amount',
  'X-Payment-Recipient',
  'X-Payment-Network',
  'X-Payment-Asset',
  'X-Payment-Receipt',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'X-PAYMENT-RESPONSE',
  'X-Session-Token',
].join(', ');

const ACCEPTED = [
  'Authorization',
  'X-API-Key',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'X-Agent-Id',
  'X-Source-Filename',
  'X-Payment',
  'PAYMENT-SIGNATURE',
  'SIGN-IN-WITH-X',
  // Both payment clients send it with their second request, though it is a header of answers.
  'Access-Control-Expose-Headers',
].join(', ');

/** Any origin may call, because no cookie is ever read: a foreign page holds no credential of the visitor. */
export const allowAnyOrigin: RequestHandler = (req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (req.method === 'OPTIONS') {
    res.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE');
    res.setHeader('Access-Control-Allow-Headers', ACCEPTED);
    res.setHeader('Access-Control-Max-Age', '600');
  }
  next();
};
