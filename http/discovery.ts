import { createHash } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { buildAgentCard } from '../src/projection/agent-card.ts';
import { buildApiCatalog } from '../src/projection/api-catalog.ts';
import { buildLlmsText } from '../src/projection/llms-text.ts';
import { buildOpenapi } from '../src/projection/openapi.ts';
import { SERVICE_NAME, type ServiceIdentity } from '../src/projection/service-identity.ts';
import { refuseOthers } from './allowed-methods.ts';
import { hasCurrent } from './entity-tag.ts';
import type { HealthParts, HttpParts } from './parts.ts';
import { publishedKeys } from './published-keys.ts';
import { requestIdOf } from './request-id.ts';

/**
 * Whether the process lives and whether it is ready: all that a worker answers (design.md 4.13).
 *
 * @param root what `/` answers; a worker has nothing to link to.
 */
export const healthRoutes = (parts: HealthParts, root: RequestHandler = health(parts)): Router =>
  routerOf({
    '/': root,
    '/healthz': (_req, res) => void res.json({ status: 'ok' }),
    '/readyz': readiness(parts),
  });

/** Documents at the root of the address: open to everybody, made once, cached by entity tag. */
export function discoveryRoutes(parts: HttpParts): Router {
  const { catalogue, configuration, skill } = parts;
  const card = document('application/json', JSON.stringify(buildAgentCard(catalogue, configuration)));
  return routerOf({
    '/openapi.json': document('application/json', JSON.stringify(buildOpenapi(catalogue, configuration))),
    '/SKILL.md': document('text/markdown; charset=utf-8', skill),
    '/llms.txt': document('text/plain; charset=utf-8', buildLlmsText(configuration)),
    '/.well-known/agent.json': card,
    '/.well-known/agent-card.json': card,
    '/.well-known/api-catalog': apiCatalog(configuration),
    '/v1': (_req, res) => void res.json({ ...introduction(configuration), ...linksOf(configuration) }),
    '/.well-known/affiant-keys.json': keys(parts),
  });
}

function routerOf(routes: Readonly<Record<string, RequestHandler>>): Router {
  const router = Router({ caseSensitive: true });
  for (const [path, handler] of Object.entries(routes))
    router
      .route(path)
      .get(handler)
      .all(refuseOthers(['GET']));
  return router;
}

function document(mediaType: string, text: string): RequestHandler {
  const bytes = Buffer.from(text);
  const etag = createHash('sha256').update(bytes).digest('hex');
  return (req, res) => {
    res.setHeader('ETag', `"${etag}"`);
    res.setHeader('Cache-Control', 'public, max-age=300');
    if (hasCurrent(req, etag)) return void res.status(304).end();
    res.setHeader('Content-Type', mediaType);
    res.send(bytes);
  };
}

/** HEAD answers the link as well as GET. @see https://www.rfc-editor.org/rfc/rfc9727 2, 4.2 */
function apiCatalog(identity: ServiceIdentity): RequestHandler {
  const send = document(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    JSON.stringify(buildApiCatalog(identity)),
  );
  return (req, res, next) => {
    res.setHeader('Link', catalogLink(identity));
    return send(req, res, next);
  };
}

const catalogLink = ({ baseUrl }: ServiceIdentity): string =>
  `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"`;

const introduction = ({ version }: ServiceIdentity) => ({ name: SERVICE_NAME, version });

function linksOf({ baseUrl }: ServiceIdentity) {
  return {
    agent_card: `${baseUrl}/.well-known/agent.json`,
    openapi: `${baseUrl}/openapi.json`,
    skill: `${baseUrl}/SKILL.md`,
    mcp: `${baseUrl}/mcp`,
    rest: `${baseUrl}/v1`,
    keys: `${baseUrl}/.well-known/affiant-keys.json`,
  };
}

const health =
  (
    { configuration, readiness: check }: HealthParts,
    links: Readonly<Record<string, string>> = {},
  ): RequestHandler =>
  (_req, res) => {
    const state = check();
    const body = {
      status: state.ready ? 'ok' : 'unavailable',
      ...introduction(configuration),
      ...links,
    };
    res.setHeader('Cache-Control', 'no-store');
    res.status(state.ready ? 200 : 503).json(state.ready ? body : { ...body, error: state.reason });
  };

/** What `/` of the whole service answers: also where everything is. */
export function serviceRoot(parts: HealthParts): RequestHandler {
  const links = linksOf(parts.configuration);
  const answer = health(parts, links);
  return (req, res, next) => {
    res.setHeader('Link', `${catalogLink(parts.configuration)}, <${links.openapi}>; rel="service-desc"`);
    return answer(req, res, next);
  };
}

const readiness =
  ({ readiness: check }: HealthParts): RequestHandler =>
  (_req, res) => {
    const state = check();
    res.setHeader('Cache-Control', 'no-store');
    res
      .status(state.ready ? 200 : 503)
      .json(state.ready ? { status: 'ok' } : { status: 'unavailable', error: state.reason });
  };

/**
 * The same payload as GET /v1/keys. Discovery counts against nobody's rate limit: the pipeline is asked once in
 * {@link KEYS_FRESH_MS}, however many readers there are.
 */
function keys(parts: HttpParts): RequestHandler {
  const read = publishedKeys(parts);
  return async (_req, res) => {
    const list = await read(requestIdOf(res));
    res.setHeader('Cache-Control', 'public, max-age=5');
    res.json(list);
  };
}
