import type { Configuration } from './configuration.ts';

/** Base of links without trailing slash: `AFFIANT_BASE_URL`, or the address that is listened on. */
export function baseUrlOf({ AFFIANT_BASE_URL, AFFIANT_HOST }: Configuration, port: number): string {
  const host = AFFIANT_HOST.includes(':') ? `[${AFFIANT_HOST}]` : AFFIANT_HOST;
  return (AFFIANT_BASE_URL ?? `http://${host}:${port}`).replace(/\/+$/, '');
}
