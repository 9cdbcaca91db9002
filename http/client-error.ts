import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { EvidenceError } from '../src/core/error.ts';
import { createId } from '../src/core/id.ts';
import { errorBody } from '../src/projection/error-body.ts';

/** What Node's parser refuses before there is a request, and the status that says so. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers a request that is not HTTP, in JSON like every other failure, and ends the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  const requestId = createId('req');
  const body = JSON.stringify(
    errorBody(new EvidenceError('REQUEST_INVALID', 'The request is not valid HTTP.'), requestId),
  );
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
