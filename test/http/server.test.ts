import { request } from 'node:http';
import { expect, it } from 'vitest';
import { AUTH, startFaces } from '../support/faces.ts';
import { slowWork } from '../support/fake-tools.ts';
import { connectors } from '../support/mcp-clients.ts';

it('lets an answer under way end before it closes', async () => {
  const faces = await startFaces();
  const begun = Promise.withResolvers<void>();
  Object.assign(slowWork, { begun: begun.resolve });
  const answer = faces.fetch('/v1/slow', {
    method: 'POST',
    headers: { ...AUTH, 'content-type': 'application/json' },
    body: '{"wait":false}',
  });
  await begun.promise;
  await faces.close(5000);
  expect((await answer).status).toBe(200);
  await expect(faces.fetch('/healthz')).rejects.toThrow();
});

it('ends streams, and cuts what does not end in time', async () => {
  const faces = await startFaces();
  const begun = Promise.withResolvers<void>();
  Object.assign(slowWork, { begun: begun.resolve, aborted: () => {} });
  const stream = await connectors(faces.baseUrl, AUTH)['legacy SSE']!();
  const hanging = faces.fetch('/v1/slow', { method: 'POST', headers: AUTH });
  hanging.catch(() => {});
  await begun.promise;
  const started = performance.now();
  await faces.close(200);
  expect(performance.now() - started).toBeLessThan(3000);
  await expect(hanging).rejects.toThrow();
  await stream.close();
});

it('aborts the work when the caller goes away', async () => {
  await using faces = await startFaces();
  const [begun, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  Object.assign(slowWork, { begun: begun.resolve, aborted: aborted.resolve });
  const req = request(`${faces.baseUrl}/v1/slow`, { method: 'POST', headers: AUTH });
  req.on('error', () => {});
  req.end();
  await begun.promise;
  req.destroy();
  await aborted.promise;
  expect(faces.faults).toEqual([]);
});
