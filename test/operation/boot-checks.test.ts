import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { assertPortable } from '../../src/operation/boot-checks.ts';
import type { RestPlacement, Tool } from '../../src/operation/define-tool.ts';
import { FAKE_TOOLS } from '../support/fake-tools.ts';

const text = z.string().describe('Some text');

const sound: Tool = {
  name: 'thing_get',
  title: 'Get a thing',
  family: 'evidence',
  description: 'Get a thing.',
  rest: { method: 'GET', path: '/v1/things/{id}' },
  input: z.strictObject({ id: text }),
  output: z.object({ id: z.string() }),
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: [],
  examples: [],
  run: async () => ({}),
};

const tool = (change: Partial<Tool>): Tool => ({ ...sound, ...change });
const at = (rest: Partial<RestPlacement>, change: Partial<Tool> = {}): Tool =>
  tool({ rest: { ...sound.rest, ...rest }, ...change });
const taking = (shape: z.ZodRawShape): Tool =>
  at({ method: 'POST', path: '/v1/things' }, { effect: 'create', input: z.strictObject(shape) });

/** Faults that a definition must not have, and words of the message that names each. */
const FAULTS: readonly (readonly [string, readonly Tool[], RegExp])[] = [
  ['a name in capitals', [tool({ name: 'thingGet' })], /snake_case/],
  ['a name that is too long', [tool({ name: 'a'.repeat(41) })], /snake_case/],
  ['a name used twice', [sound, at({ path: '/v1/other/{id}' })], /thing_get: the name is used twice/],
  ['no title', [tool({ title: '' })], /title is empty/],
  ['an unknown family', [tool({ family: 'others' as 'jobs' })], /family others/],
  ['a long description', [tool({ description: `Get ${'a'.repeat(600)}` })], /604 characters/],
  ['a description that begins with an article', [tool({ description: 'The thing.' })], /begin with a verb/],
  ['a description in the third person', [tool({ description: 'Returns a thing.' })], /begin with a verb/],
  [
    'an unknown error code',
    [tool({ errors: ['NO_SUCH_CODE' as 'NOT_FOUND'] })],
    /NO_SUCH_CODE is not in the registry/,
  ],
  ['the same route twice', [sound, tool({ name: 'thing_two' })], /the same method and path/],
  [
    'routes that differ only in a parameter name',
    [
      sound,
      at(
        { method: 'DELETE', path: '/v1/things/{thing_id}' },
        { name: 'thing_two', effect: 'destroy', input: z.strictObject({ thing_id: text }) },
      ),
    ],
    /ambiguous/,
  ],
  [
    'routes static in different places',
    [at({ path: '/v1/{id}/two' }), at({ path: '/v1/things/{id}' }, { name: 'thing_two' })],
    /ambiguous/,
  ],
  ['a path outside /v1', [at({ path: '/v2/things/{id}' as '/v1/x' })], /wrong form/],
  [
    'a parameter without a field',
    [at({ path: '/v1/things/{other}' })],
    /path parameter other has no input field/,
  ],
  ['a parameter twice', [at({ path: '/v1/{id}/{id}' })], /stands twice/],
  [
    'an optional field in the path',
    [tool({ input: z.strictObject({ id: text.optional() }) })],
    /must be required/,
  ],
  [
    'a renamed parameter that is not there',
    [at({ params: { other: 'id' } })],
    /params\.other is not in the path/,
  ],
  ['a place for an unknown field', [at({ in: { other: 'query' } })], /in\.other is not an input field/],
  ['a second place for a path field', [at({ in: { id: 'query' } })], /already in the path/],
  [
    'an unknown place',
    [
      taking({ a: text }),
      at(
        { in: { a: 'cookie' as 'query' } },
        { name: 'thing_two', input: z.strictObject({ id: text, a: text }) },
      ),
    ],
    /unknown place cookie/,
  ],
  ['GET that changes something', [tool({ effect: 'update' })], /GET must only read/],
  ['DELETE that only reads', [at({ method: 'DELETE' })], /DELETE does not only read/],
  [
    'an object in a query',
    [tool({ input: z.strictObject({ id: text, where: z.strictObject({ a: text }).describe('Filter') }) })],
    /a query cannot carry/,
  ],
  [
    'a list of objects in a query',
    [
      tool({
        input: z.strictObject({ id: text, where: z.array(z.strictObject({ a: text })).describe('Filters') }),
      }),
    ],
    /a query cannot carry/,
  ],
  ['a file field that does not exist', [at({ method: 'POST', file: 'file' })], /file field file/],
  ['a file field of a GET', [at({ file: 'id' })], /file field id/],
  ['no status', [at({ statuses: [] })], /statuses are empty/],
  ['a status twice', [at({ statuses: [200, 200], status: () => 200 })], /repeated/],
  ['several statuses without a rule', [at({ statuses: [200, 409] })], /need the function/],
  ['a negative default', [at({ statuses: [409] })], /must be a success/],
  ['a binary answer with 202', [at({ binary: 'application/zip', statuses: [202] })], /binary/],
  ['a header of an unknown field', [at({ headers: { 'X-A': 'a' } })], /unknown output field a/],
  ['a malformed header', [at({ headers: { 'X A': 'id' } })], /header name/],
  [
    'a price that is not in the table',
    [tool({ price: { keys: ['gold' as 'qa'], select: () => 'qa' } })],
    /price table/,
  ],
  [
    'a price for an answer that is no success',
    [
      tool({
        price: { keys: ['qa'], select: () => 'qa' },
        rest: { method: 'GET', path: '/v1/a', statuses: [200, 409], status: () => 200 },
      }),
    ],
    /cannot answer 409/,
  ],
  ['a price without keys', [tool({ price: { keys: [], select: () => 'qa' } })], /price table/],
  [
    'an example that does not parse',
    [tool({ examples: [{ title: 'bad', input: { id: 1 } }] })],
    /example "bad" does not parse/,
  ],
  [
    'an example with a price that is not named',
    [
      tool({
        price: { keys: ['ask'], select: () => 'qa' },
        examples: [{ title: 'odd', input: { id: 'a' } }],
      }),
    ],
    /selects a price/,
  ],
  ['input that lets unknown fields pass', [tool({ input: z.object({ id: text }) })], /strictObject/],
  ['a field without description', [taking({ a: z.string() })], /input field a has no description/],
  [
    'a nested field without description',
    [taking({ a: z.strictObject({ b: z.string() }).describe('A') })],
    /input field a\.b has no description/,
  ],
  ['a field that accepts anything', [taking({ a: z.unknown().describe('A') })], /accepts anything/],
  ['a list of anything', [taking({ a: z.array(z.any()).describe('A') })], /accepts anything/],
  ['a tuple', [taking({ a: z.tuple([text, text]).describe('A') })], /tuple/],
  ['a transform', [taking({ a: z.string().transform(Number).describe('A') })], /cannot be represented/],
  ['a date', [taking({ a: z.date().describe('A') })], /cannot be represented/],
  ['a bigint', [taking({ a: z.bigint().describe('A') })], /cannot be represented/],
  ['recursion', [taking({ a: z.json().describe('A') })], /[Cc]ycle/],
  ['an output with a date', [tool({ output: z.object({ at: z.date() }) })], /output: /],
];

describe('the boot check', () => {
  it('accepts sound definitions', () => {
    expect(() => assertPortable([sound])).not.toThrow();
    expect(() => assertPortable(FAKE_TOOLS)).not.toThrow();
  });

  it('accepts a static path beside a parameter in its place', () => {
    const search = at({ path: '/v1/things/search' }, { name: 'things_search', input: z.strictObject({}) });
    expect(() => assertPortable([sound, search])).not.toThrow();
  });

  it('accepts types of which clients are known to choke on the raw form', () => {
    const fields = {
      a: text.nullable(),
      b: z.record(z.string(), z.unknown()).describe('A map'),
      c: z.union([z.string(), z.int()]).describe('C'),
    };
    expect(() => assertPortable([taking(fields)])).not.toThrow();
  });

  it.each(FAULTS)('refuses %s', (_what, tools, message) => {
    expect(() => assertPortable(tools)).toThrow(message);
  });

  it('lists every fault of every tool at once', () => {
    const bad = [tool({ name: 'X', title: '' }), at({ statuses: [] }, { name: 'thing_two' })];
    expect(() => assertPortable(bad)).toThrow(/- X: .*\n- X: .*\n(?:- .*\n)*- thing_two: /);
  });
});
