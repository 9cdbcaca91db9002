import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Catalogue } from '../operation/catalogue.ts';
import type { Tool } from '../operation/define-tool.ts';
import { inputSchema, outputSchema } from './json-schema.ts';

/**
 * `sha256:<hex>` over the RFC 8785 form of everything a client can rely on. It stands in the agent card and in
 * OpenAPI: two documents with one digest come from one registry, and a change of a tool shows.
 */
export function registryDigest(catalogue: Catalogue): string {
  const text = canonicalize(catalogue.tools.map(contract)) ?? '';
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function contract(tool: Tool): unknown {
  const { name, title, description, family, rest, auth, effect, price, errors } = tool;
  return {
    name,
    title,
    description,
    family,
    route: `${rest.method} ${rest.path}`,
    statuses: rest.statuses ?? [200],
    input: inputSchema(tool.input),
    output: outputSchema(tool.output),
    auth,
    effect,
    price: price === 'free' ? [] : price.keys,
    errors: errors.toSorted(),
  };
}
