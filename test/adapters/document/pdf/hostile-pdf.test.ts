import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createPdfParser } from '../../../../src/adapters/document/pdf/pdf-parser.ts';
import { buildActivePdf, buildCyclicForm, buildFlateBomb } from '../../../support/special-pdf.ts';

const { signal } = new AbortController();
const parser = createPdfParser();
afterAll(() => parser.close());

it('runs no script and opens no address of a document', async () => {
  let connections = 0;
  const server = createServer(() => {
    connections += 1;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { pages } = await parser.pdfText(buildActivePdf(`http://127.0.0.1:${port}/`), null, signal);
  expect(pages).toEqual(['Harmless words']);
  expect(connections).toBe(0);
  server.close();
});

it('reads a form that draws itself once', async () => {
  const { pages } = await parser.pdfText(buildCyclicForm(), null, signal);
  expect(pages).toEqual(['Round and round']);
});

it('refuses a page that unpacks to 700 MB and grows from there', async () => {
  const bomb = buildFlateBomb(700);
  expect(bomb.length).toBeLessThan(100_000);
  await expect(parser.pdfText(bomb, null, signal)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
});
