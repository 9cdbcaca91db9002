import { expect, it } from 'vitest';
import { z } from 'zod';
import { component } from '../../src/core/schema.ts';
import { createComponents, inputSchema, outputSchema } from '../../src/projection/json-schema.ts';

const thing = component('Thing', z.object({ a: z.string() }));

it('inlines named schemas for MCP and keeps no tag', () => {
  const schema = inputSchema(z.strictObject({ thing }));
  expect(schema.properties?.['thing']).toEqual({
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
  });
});

it('refers to named schemas for OpenAPI, with their own description beside', () => {
  const components = createComponents();
  const schema = components.project(
    z.object({ one: thing.describe('First'), many: z.array(thing) }),
    'output',
  );
  expect(schema.properties).toEqual({
    one: { $ref: '#/components/schemas/Thing', description: 'First' },
    many: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
  });
  expect(components.schemas()).toEqual({
    Thing: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  });
});

it('refuses one name for two shapes', () => {
  const components = createComponents();
  components.project(z.object({ thing }), 'output');
  const other = component('Thing', z.object({ b: z.string() }));
  expect(() => components.project(z.object({ other }), 'output')).toThrow('component Thing has two shapes');
});

it('leaves outputs open for members of later versions, and inputs closed', () => {
  const schema = z.strictObject({ a: z.strictObject({ b: z.string() }) });
  expect(JSON.stringify(outputSchema(schema))).not.toContain('additionalProperties');
  expect(inputSchema(schema).additionalProperties).toBe(false);
});
