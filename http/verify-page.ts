import { createHash } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { refuseOthers } from './allowed-methods.ts';
import { hasCurrent } from './entity-tag.ts';
import type { HttpParts } from './parts.ts';
import { publishedKeys } from './published-keys.ts';
import { requestIdOf } from './request-id.ts';

/** What the page `/verify` is made of. */
export type VerifyPageParts = Pick<HttpParts, 'pipeline' | 'configuration' | 'onFault' | 'verifyPage'>;

const KEYS_PLACE = '<script id="service-keys" type="application/json">null</script>';
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/;

/**
 * `GET /verify`: the page that checks archives in the browser, with the keys of this service in it as data. Its
 * policy forbids it every connection, so it could not fetch them.
 *
 * @throws TypeError when the page has no policy or no place for the keys.
 */
export function verifyPageRoutes(parts: VerifyPageParts): Router {
  const policy = POLICY.exec(parts.verifyPage)?.[1];
  if (!policy || !parts.verifyPage.includes(KEYS_PLACE)) throw new TypeError('this is not the verify page');
  const router = Router({ caseSensitive: true });
  router
    .route('/verify')
    .get(sendPage(parts, policy))
    .all(refuseOthers(['GET']));
  return router;
}

function sendPage(parts: VerifyPageParts, policy: string): RequestHandler {
  const writeKeys = keysWriter(parts);
  return async (req, res) => {
    const keys = await writeKeys(requestIdOf(res));
    const page = Buffer.from(parts.verifyPage.replace(KEYS_PLACE, () => keys));
    const etag = createHash('sha256').update(page).digest('hex');
    res.setHeader('ETag', `"${etag}"`);
    res.setHeader('Cache-Control', 'no-cache');
    // A page cannot forbid its framing by itself.
    res.setHeader('Content-Security-Policy', `${policy}; frame-ancestors 'none'`);
    res.setHeader('Referrer-Policy', 'no-referrer');
    if (hasCurrent(req, etag)) return void res.status(304).end();
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.send(page);
  };
}

/** Writes the element with the keys; without a database the page is as good as one from disk. */
function keysWriter(parts: VerifyPageParts): (requestId: string) => Promise<string> {
  const readKeys = publishedKeys(parts);
  return async (requestId) => {
    try {
      const keys = { origin: parts.configuration.baseUrl, list: await readKeys(requestId) };
      // In JSON a `<` stands in texts alone: escaped, none of them can end the element.
      const json = JSON.stringify(keys).replaceAll('<', '\\u003c');
      return KEYS_PLACE.replace('null', () => json);
    } catch (error) {
      parts.onFault(error, requestId);
      return KEYS_PLACE;
    }
  };
}
