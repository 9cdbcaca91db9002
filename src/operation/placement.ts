import type { Tool } from './define-tool.ts';

/** Where a field of the input stands in a REST request. */
export interface Place {
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** Name there: of the path parameter, the query parameter, the header or the member of the body. */
  readonly name: string;
  /** A query field that is also accepted in the body. */
  readonly alsoInBody: boolean;
}

/** Header that stands for the field `agent_id` wherever a tool has one (evidence-format.md 5). */
export const AGENT_HEADER = { field: 'agent_id', name: 'X-Agent-Id' } as const;

/** Place of one field (see `RestPlacement`): router, OpenAPI and boot checks all ask here. */
export function placeOf(tool: Tool, field: string): Place {
  const { method, path, params = {}, in: places = {} } = tool.rest;
  const parameter = pathParameters(path).find((name) => (params[name] ?? name) === field);
  if (parameter) return { in: 'path', name: parameter, alsoInBody: false };
  const place = places[field];
  const header = place?.startsWith('header:') ? place.slice('header:'.length) : undefined;
  if (header) return { in: 'header', name: header, alsoInBody: false };
  if (method === 'GET' || method === 'DELETE') return { in: 'query', name: field, alsoInBody: false };
  if (place === 'query') return { in: 'query', name: field, alsoInBody: true };
  return { in: 'body', name: field, alsoInBody: false };
}

/** Names in braces, in order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);

/** Sorts paths so that a router meets a static segment before a parameter in its place. */
export function comparePaths(a: string, b: string): number {
  const key = (path: string) => path.replaceAll(/\{[^}]*\}/g, '\u{ffff}');
  return key(a) < key(b) ? -1 : Number(key(a) !== key(b));
}
