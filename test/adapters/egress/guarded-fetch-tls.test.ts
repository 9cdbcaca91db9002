import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { createGuardedFetcher } from '../../../src/adapters/egress/guarded-fetch.ts';
import { allow, listen } from './local-servers.ts';
import { LEAF_CERTIFICATE, LEAF_KEY, ROOT_CERTIFICATE } from './tls-fixture.ts';

const limits = { maxBytes: 1_000, timeoutMs: 5_000 };
const trusted = getCACertificates('default');
afterEach(() => setDefaultCACertificates(trusted));

const secureSite = () =>
  listen(
    createServer({ cert: LEAF_CERTIFICATE, key: LEAF_KEY }, (request, response) =>
      response.end(request.headers.host),
    ),
  );

it('reads version, cipher and chain from the connection that carried the answer', async () => {
  setDefaultCACertificates([ROOT_CERTIFICATE]);
  const port = await secureSite();
  const fetcher = createGuardedFetcher({ networks: allow(port), lookupAll: async () => ['127.0.0.1'] });
  const answer = await fetcher.fetch({ url: `https://tls.test:${port}/`, ...limits });
  expect(Buffer.from(answer.body).toString()).toBe(`tls.test:${port}`);
  const tls = answer.hops[0]!.tls!;
  expect(tls).toMatchObject({ version: 'TLSv1.3', cipher: expect.stringMatching(/^TLS_/) });
  expect(Buffer.from(tls.chain[0]!).equals(new X509Certificate(LEAF_CERTIFICATE).raw)).toBe(true);
});

it('refuses a certificate of an unknown issuer, and one of another name', async () => {
  const port = await secureSite();
  const fetcher = createGuardedFetcher({ networks: allow(port), lookupAll: async () => ['127.0.0.1'] });
  const unreachable = { code: 'URL_UNREACHABLE', details: { reason: 'tls' } };
  await expect(fetcher.fetch({ url: `https://tls.test:${port}/`, ...limits })).rejects.toMatchObject(
    unreachable,
  );
  setDefaultCACertificates([ROOT_CERTIFICATE]);
  await expect(fetcher.fetch({ url: `https://other.test:${port}/`, ...limits })).rejects.toMatchObject(
    unreachable,
  );
  await expect(fetcher.fetch({ url: `https://127.0.0.1:${port}/`, ...limits })).rejects.toMatchObject(
    unreachable,
  );
});
