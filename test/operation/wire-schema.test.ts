import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { wireSchema } from '../../src/operation/wire-schema.ts';

it('takes zod’s own noise off', () => {
  const schema = z.strictObject({
    whole: z.int(),
    page: z.int().min(1).max(9),
    at: z.iso.datetime(),
    bytes: z.base64(),
    map: z.record(z.string(), z.unknown()),
    pattern: z.string().regex(/^a$/),
  });
  expect(wireSchema(schema, 'input').properties).toEqual({
    whole: { type: 'integer' },
    page: { type: 'integer', minimum: 1, maximum: 9 },
    at: { type: 'string', format: 'date-time' },
    bytes: { type: 'string', contentEncoding: 'base64' },
    map: { type: 'object', additionalProperties: true },
    pattern: { type: 'string', pattern: '^a$' },
  });
});

it('says nullable with anyOf and keeps description and default outside', () => {
  const schema = z.strictObject({ a: z.string().max(3).nullable().default(null).describe('A') });
  expect(wireSchema(schema, 'input').properties?.['a']).toEqual({
    description: 'A',
    default: null,
    anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }],
  });
});

it('lifts the description of what was made nullable', () => {
  const schema = z.strictObject({ a: z.array(z.string()).describe('A').nullable() });
  expect(wireSchema(schema, 'input').properties?.['a']).toEqual({
    description: 'A',
    anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
  });
});

it('reaches every depth', () => {
  const deep = z.strictObject({
    a: z.array(z.strictObject({ b: z.union([z.int().nullable(), z.boolean()]) })),
  });
  expect(JSON.stringify(wireSchema(deep, 'input'))).not.toMatch(/9007199254740991|"type":\[/);
});

it('has no type arrays whatever is nullable', () => {
  const leaf = fc.constantFrom(z.string(), z.int(), z.boolean(), z.number(), z.iso.date());
  const { schema } = fc.letrec<{ schema: z.ZodType }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      tie('schema').map((inner) => inner.nullable()),
      tie('schema').map((inner) => z.array(inner)),
      tie('schema').map((inner) => z.strictObject({ inner })),
    ),
  }));
  fc.assert(
    fc.property(
      schema,
      (inner) => !/"type":\[/.test(JSON.stringify(wireSchema(z.strictObject({ inner }), 'output'))),
    ),
  );
});
