import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assignRequestId } from '../../http/request-id.ts';
import { answerErrors } from '../../http/send-error.ts';
import { type VerifyPageParts, verifyPageRoutes } from '../../http/verify-page.ts';
import { fakeFaces } from '../support/faces.ts';

const verifyPage = await readFile(new URL('../../resources/verify/verify.html', import.meta.url), 'utf8');
const { parts, faults } = fakeFaces('http://service.example');
const hostile = { schema: 'affiant-keys/v1', keys: [], note: '</script><script>alert(1)</script>' };

let server: Server;
let base: string;
let answer: () => Promise<{ output: Record<string, unknown> }> = async () => ({ output: hostile });
let calls = 0;

beforeAll(async () => {
  const pipeline = {
    call: () => {
      calls += 1;
      return answer();
    },
  } as unknown as VerifyPageParts['pipeline'];
  const app = express();
  app.use(assignRequestId, verifyPageRoutes({ ...parts, pipeline, verifyPage }), answerErrors(parts.onFault));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it('serves the page without the keys while they cannot be read', async () => {
  answer = async () => {
    throw new Error('no database');
  };
  const response = await fetch(`${base}/verify`);
  answer = async () => ({ output: hostile });
  expect([response.status, await response.text()]).toEqual([200, verifyPage]);
  expect(faults).toHaveLength(1);
});

it('puts the keys in as data that cannot become markup', async () => {
  const page = await (await fetch(`${base}/verify`)).text();
  const block = /<script id="service-keys" type="application\/json">(.*?)<\/script>/.exec(page)?.[1] ?? '';
  expect(JSON.parse(block)).toEqual({ origin: 'http://service.example', list: hostile });
  expect(page.split('<script')).toHaveLength(verifyPage.split('<script').length);
});

it('sends the policy of the page, which allows its own script and style and no connection', async () => {
  const response = await fetch(`${base}/verify`);
  const page = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; .*connect-src 'none'; .*frame-ancestors 'none'$/);
  expect(policy).not.toContain('unsafe');
  for (const [element] of page.matchAll(/<(style|script type="module")>[\s\S]*?<\/\w+>/g)) {
    const content = element.replace(/^<[^>]*>/, '').replace(/<\/\w+>$/, '');
    expect(policy).toContain(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  }
});

it('answers by its entity tag, and asks for the keys once for many readers', async () => {
  const before = calls;
  const first = await fetch(`${base}/verify`);
  const again = await fetch(`${base}/verify`, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect([first.status, again.status, calls]).toEqual([200, 304, before]);
});

it('takes no other method', async () => {
  const response = await fetch(`${base}/verify`, { method: 'POST' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

it('is not made of another page', () => {
  expect(() => verifyPageRoutes({ ...parts, verifyPage: '<title>x</title>' })).toThrow(TypeError);
});
