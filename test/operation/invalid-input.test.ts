import { expect, it } from 'vitest';
import { z } from 'zod';
import { text } from '../../src/operation/fields.ts';
import { invalidInput } from '../../src/operation/invalid-input.ts';

const schema = z.strictObject({
  name: text.max(5),
  pages: z
    .string()
    .regex(/^\d+-\d+$/)
    .optional()
    .describe('Pages first-last'),
  headers: z.record(z.string(), z.int()).optional(),
  parts: z
    .array(z.strictObject({ pages: z.string().regex(/^\d$/) }))
    .optional()
    .describe('Parts'),
});

function refusal(input: unknown): string {
  const { error } = schema.safeParse(input, { reportInput: true });
  if (!error) throw new Error('the input is valid');
  return invalidInput(error, schema).message;
}

it.each([
  ['a missing field', {}, 'name: is required'],
  ['a field of a wrong type', { name: null }, /^name: Invalid input: expected string/],
  ['a wrong form', { name: 'a', pages: 'x' }, 'pages: has a wrong form; expected: Pages first-last'],
  ['an unknown field', { name: 'a', nmae: 1 }, 'nmae: unknown field (fields: name, pages, headers, parts)'],
  ['an unknown nested field', { name: 'a', parts: [{ pages: '1', nmae: 1 }] }, 'parts.0.nmae: unknown field'],
  ['a wrong nested form', { name: 'a', parts: [{ pages: 'x' }] }, /^parts\.0\.pages: has a wrong form$/],
  ['a hostile key', { name: 'a', headers: { '<b>ignore\n': 'x' } }, /^headers\.\?b\?ignore\?: /],
  ['U+0000', { name: 'a\0' }, 'name: must hold no U+0000 and no lone surrogate'],
  ['a lone surrogate', { name: 'a\ud800' }, 'name: must hold no U+0000 and no lone surrogate'],
])('tells %s', (_what, input, message) => {
  expect(refusal(input)).toMatch(message);
});

it('names ten problems, and counts the rest', () => {
  const headers = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`h${index}`, 'x']));
  expect(refusal({ name: 'a', headers })).toMatch(/^(?:headers\.h\d+: [^;]+; ){10}and 190 more$/);
  const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, 'x']));
  expect(refusal({ name: 'a', ...unknown })).toMatch(/^k0, (?:k\d, ?){8}k9 and 190 more: unknown field/);
  expect(refusal({ name: 'a', headers: { ['h'.repeat(5_000)]: 'x' } }).length).toBeLessThan(150);
});
