import type { Tool } from './define-tool.ts';
import { pathParameters, placeOf } from './placement.ts';
import { type JsonSchema, wireSchema } from './wire-schema.ts';

/** What is wrong with where a tool stands in REST. Reads the input schema, which must be portable already. */
export function placementFaults(tool: Tool): string[] {
  const schema = wireSchema(tool.input, 'input');
  return [
    ...effectFaults(tool),
    ...pathFaults(tool, schema),
    ...placeFaults(tool),
    ...fileFaults(tool),
    ...queryFaults(tool, schema),
  ];
}

/** What is wrong between two tools: both would answer the same request. */
export function routeFaults(a: Tool, b: Tool): string[] {
  const pair = `${a.name} and ${b.name}`;
  if (a.rest.path === b.rest.path) {
    return a.rest.method === b.rest.method ? [`${pair}: the same method and path`] : [];
  }
  return areAmbiguous(a.rest.path.split('/'), b.rest.path.split('/'))
    ? [`${pair}: the paths ${a.rest.path} and ${b.rest.path} are ambiguous`]
    : [];
}

/** The router prefers static segments; that decides only when one path is static wherever the other is. */
function areAmbiguous(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  const pairs = left.map((part, index) => [part, right[index] ?? ''] as const);
  const overlap = pairs.every(([a, b]) => a === b || isOpen(a) || isOpen(b));
  const leftOpener = pairs.some(([a, b]) => isOpen(a) && !isOpen(b));
  const rightOpener = pairs.some(([a, b]) => isOpen(b) && !isOpen(a));
  return overlap && leftOpener === rightOpener;
}

const isOpen = (segment: string): boolean => segment.startsWith('{');

function effectFaults({ effect, rest: { method } }: Tool): string[] {
  if (method === 'GET' && effect !== 'read') return [`GET must only read, not ${effect}`];
  if (method !== 'GET' && method !== 'POST' && effect === 'read') return [`${method} does not only read`];
  return [];
}

function pathFaults(tool: Tool, { properties = {}, required = [] }: JsonSchema): string[] {
  const { path, params = {} } = tool.rest;
  const names = pathParameters(path);
  const faults = Object.keys(params).flatMap((name) =>
    names.includes(name) ? [] : [`params.${name} is not in the path`],
  );
  if (!/^\/v1(?:\/[a-z0-9-]+|\/\{[a-z][a-z_]*\})+$/.test(path))
    faults.push(`the path ${path} has a wrong form`);
  if (new Set(names).size < names.length) faults.push('a path parameter stands twice');
  for (const name of names) {
    const field = params[name] ?? name;
    if (!properties[field]) faults.push(`the path parameter ${name} has no input field ${field}`);
    else if (!required.includes(field))
      faults.push(`the input field ${field} stands in the path and must be required`);
  }
  return faults;
}

function placeFaults(tool: Tool): string[] {
  const faults: string[] = [];
  for (const [field, place] of Object.entries(tool.rest.in ?? {})) {
    if (!(field in tool.input.shape)) faults.push(`in.${field} is not an input field`);
    else if (placeOf(tool, field).in === 'path') faults.push(`in.${field} is already in the path`);
    if (!/^(?:query|header:[A-Za-z][A-Za-z0-9-]*)$/.test(place))
      faults.push(`in.${field} has the unknown place ${place}`);
  }
  return faults;
}

function fileFaults(tool: Tool): string[] {
  const { file } = tool.rest;
  if (file === undefined) return [];
  const inBody = file in tool.input.shape && placeOf(tool, file).in === 'body';
  return inBody ? [] : [`the file field ${file} must be an input field of the body`];
}

/** An object in a query string is nothing a person can write, and GET and DELETE have no body for it. */
function queryFaults(tool: Tool, { properties = {} }: JsonSchema): string[] {
  return Object.entries(properties)
    .filter(([field, node]) => placeOf(tool, field).in === 'query' && [node, node.items].some(isObjectSchema))
    .map(([field]) => `the field ${field} is an object, which a query cannot carry`);
}

const isObjectSchema = (node: JsonSchema | boolean | undefined): boolean =>
  typeof node === 'object' && node.type === 'object';
