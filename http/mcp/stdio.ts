import type { Readable, Writable } from 'node:stream';
import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createId } from '../../src/core/id.ts';
import type { Credentials } from '../../src/operation/ports.ts';
import type { McpParts } from '../parts.ts';
import { jsonLimit } from '../upload-size.ts';
import { createFaces } from './face.ts';
import { createModernServer } from './modern-server.ts';

/** Where messages come from and go to. Nothing else may be written to `stdout`. */
export interface StdioStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/**
 * Serve MCP over stdio, both protocol eras: the first message decides. Closes itself when `stdin` ends.
 *
 * @param credentials of every call: `local`, and the key that the operator set, if any.
 */
export function serveMcpStdio(
  parts: McpParts,
  credentials: Credentials,
  { stdin, stdout }: StdioStreams,
): StdioServerHandle {
  const face = createFaces(parts)({});
  const maxBufferSize = 2 * jsonLimit(parts.configuration.maxUploadBytes);
  return serveStdio(
    ({ era }) =>
      createModernServer(face, { callerOf: () => ({ credentials, requestId: createId('req') }), era }),
    {
      transport: new StdioServerTransport(stdin, stdout, { maxBufferSize }),
      onerror: (error) => parts.onFault(error, null),
    },
  );
}
