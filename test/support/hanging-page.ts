import type { ServerResponse } from 'node:http';
import type { Site } from './site.ts';

/** A page that never answers. */
interface HangingPage {
  readonly source: string;
  /** Resolves with its first request. */
  readonly connected: Promise<void>;
  /** Resolves once a client that asked for it has let go. */
  readonly released: Promise<void>;
}

/** Let a site hang at a path. */
export function serveHanging(site: Site, path: string): HangingPage {
  const connected = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const hang = (_request: unknown, response: ServerResponse) => {
    connected.resolve();
    response.on('close', () => released.resolve());
  };
  site.serve({ [path]: hang });
  return { source: `${site.url}${path}`, connected: connected.promise, released: released.promise };
}
