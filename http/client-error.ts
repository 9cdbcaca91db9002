import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { EvidenceError } from '../src/core/error.ts';
import { createId } from '../src/core/id.ts';
import { errorBody } from '../src/projection/error-body.ts';

interface Refusal {
  readonly status: number;
  readonly message: string;
}

const NOT_HTTP: Refusal = { status: 400, message: 'The request is not valid HTTP.' };
/** What Node's parser refuses before there is a request. */
const REFUSALS: ReadonlyMap<string | undefined, Refusal> = new Map([
  ['HPE_HEADER_OVERFLOW', { status: 431, message: 'The headers of the request are too large.' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, message: 'The request did not arrive in time.' }],
]);

/** Answers a request that is not HTTP, in JSON like every other failure, and ends the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, message } = REFUSALS.get(error.code) ?? NOT_HTTP;
  const requestId = createId('req');
  const body = JSON.stringify(errorBody(new EvidenceError('REQUEST_INVALID', message), requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
