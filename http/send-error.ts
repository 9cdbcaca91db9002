import type { ErrorRequestHandler, Response } from 'express';
import { EvidenceError, toEvidenceError } from '../src/core/error.ts';
import { errorBody } from '../src/projection/error-body.ts';
import { challengeHeaders, offerIn } from '../src/projection/payment.ts';
import { requestIdOf } from './request-id.ts';
import { setHeaders } from './set-headers.ts';

/** Answer a failure as JSON, or cut the connection when an answer has begun already. */
function sendError(res: Response, error: EvidenceError): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  if (error.retryAfterSeconds !== undefined) res.setHeader('Retry-After', error.retryAfterSeconds);
  if (error.status === 401) res.setHeader('WWW-Authenticate', challenge(error));
  const offer = offerIn(error);
  if (offer) setHeaders(res, challengeHeaders(offer, error.message));
  res.setHeader('Cache-Control', 'no-store');
  res.status(error.status).json(errorBody(error, requestIdOf(res)));
}

/** Last handler of the application: whatever was thrown becomes a JSON answer. */
export const answerErrors =
  (onFault: (error: unknown, requestId: string) => void): ErrorRequestHandler =>
  // biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters.
  (thrown, _req, res, _next) => {
    const error = isBadUrl(thrown)
      ? new EvidenceError('REQUEST_INVALID', 'The path is not valid.')
      : toEvidenceError(thrown);
    // What the pipeline threw is in its audit log already.
    if (!(thrown instanceof EvidenceError) && error.code === 'INTERNAL') onFault(thrown, requestIdOf(res));
    sendError(res, error);
  };

/** No `resource_metadata`: there is no authorization server, and clients would go looking for one. */
const challenge = ({ code }: EvidenceError): string =>
  code === 'API_KEY_UNKNOWN' || code === 'SESSION_UNKNOWN'
    ? 'Bearer realm="affiant", error="invalid_token"'
    : 'Bearer realm="affiant"';

/** What the router throws for `%ZZ` in a path. */
const isBadUrl = (thrown: unknown): boolean => thrown instanceof URIError;
