import { type Request, type RequestHandler, type Response, Router } from 'express';
import { EvidenceError } from '../src/core/error.ts';
import type { Tool } from '../src/operation/define-tool.ts';
import { comparePaths } from '../src/operation/placement.ts';
import { refuseOthers } from './allowed-methods.ts';
import { isIdentified, paymentHeadersOf, restCredentialsOf } from './credentials.ts';
import type { HttpParts } from './parts.ts';
import { requestIdOf } from './request-id.ts';
import { sendResult } from './rest-answer.ts';
import { createInputReader } from './rest-input.ts';
import { assertUploadSize } from './upload-size.ts';

/** Every tool of the catalogue at its place; static segments are matched before parameters. */
export function restRoutes(parts: HttpParts): Router {
  const router = Router({ caseSensitive: true });
  const paths = Map.groupBy(parts.catalogue.tools, (tool) => tool.rest.path);
  for (const [path, tools] of [...paths].toSorted(([a], [b]) => comparePaths(a, b))) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const tool of tools) route[METHODS[tool.rest.method]](restHandler(tool, parts));
    route.all(refuseOthers(tools.map((tool) => tool.rest.method)));
  }
  return router;
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

function restHandler(tool: Tool, { pipeline, configuration }: HttpParts): RequestHandler {
  const isForSale = tool.price !== 'free' && configuration.signInNetwork !== undefined;
  const maxFileBytes = tool.rest.maxFileBytes ?? configuration.maxUploadBytes;
  const readInput = createInputReader(tool, maxFileBytes);
  return async (req, res) => {
    const credentials = { ...restCredentialsOf(req), payments: paymentHeadersOf(req) };
    // Without a credential the pipeline refuses the call before it looks at the input: no body is read for it.
    const isRefused = tool.auth === 'owner' && !isIdentified(credentials) && !isForSale;
    const input = isRefused ? {} : await readInput(req);
    assertUploadSize(tool, input, maxFileBytes);
    const result = await pipeline.call({
      operation: tool.name,
      input,
      credentials,
      requestId: requestIdOf(res),
      face: 'rest',
      idempotencyKey: idempotencyKeyOf(req),
      signal: signalOf(res),
      onSession: (token) => res.setHeader('X-Session-Token', token),
    });
    if (!res.destroyed) await sendResult(tool, result, { req, res });
  };
}

/** Aborted when the client goes away before it has its answer. */
function signalOf(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** @throws EvidenceError `REQUEST_INVALID` when it is not 1 to 255 visible ASCII characters. */
function idempotencyKeyOf(req: Request): string | null {
  const key = req.method === 'POST' ? req.get('Idempotency-Key') : undefined;
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new EvidenceError('REQUEST_INVALID', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  return key ?? null;
}
