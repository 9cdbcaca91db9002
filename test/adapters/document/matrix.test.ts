import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDocuments } from '../../support/documents/all.ts';
import { createDocumentReader } from '../../support/documents/read-document.ts';

let reader: Awaited<ReturnType<typeof createDocumentReader>>;
beforeAll(async () => {
  reader = await createDocumentReader();
});
afterAll(() => reader.close());

it.each(await buildDocuments())('$name', { timeout: 120_000 }, async (document) => {
  const { outcome, words, signals, text } = await reader.read(document);
  const { expected } = document;
  if (typeof expected === 'string') {
    expect(outcome).toBe(expected);
    return;
  }
  expect({ outcome, words, signals }).toEqual({
    outcome: 'ok',
    words: expected.words,
    signals: expected.signals ?? [],
  });
  expect(text).toContain(expected.has ?? '');
});
