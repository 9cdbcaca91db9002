import type { BundleStore } from '../domain/bundle/port.ts';

/** What a resource may reach. Everything of an owner goes through `call`, and so through the pipeline. */
export interface ResourceContext {
  /** Call an operation with the reader's own credentials. @throws EvidenceError as the operation does. */
  readonly call: (
    operation: string,
    input: Record<string, unknown>,
  ) => Promise<{ readonly output: Record<string, unknown> }>;
  /** Files of bundles. Read them only after `call` has proved whose the bundle is. */
  readonly bundles: Pick<BundleStore, 'open'>;
  /** Pages of documentation (Markdown) by name without extension. */
  readonly pages: ReadonlyMap<string, string>;
  /** SKILL.md. */
  readonly skill: string;
}

/** Content of a resource. `untrusted`: it came out of a captured document. */
export type ResourceContent = { readonly mediaType: string; readonly untrusted?: boolean } & (
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
);

/** Something to read over MCP. */
export interface Resource {
  /** snake_case; the file is the same in kebab-case. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** An address, or a template with `{parameters}` that stand for one path segment each. */
  readonly uri: string;
  readonly mediaType: string;
  /** Addresses to list when `uri` is a template whose members everybody may know. */
  readonly list?: (
    context: Pick<ResourceContext, 'pages'>,
  ) => readonly { readonly uri: string; readonly title: string }[];
  /** @throws EvidenceError `NOT_FOUND` and what the called operations throw. */
  read(parameters: Readonly<Record<string, string>>, context: ResourceContext): Promise<ResourceContent>;
}

/** Identity function: types the literal beside it. */
export const defineResource = (resource: Resource): Resource => resource;

/** Parameters of `uri` by the template of `resource`, or null when it is not one of its addresses. */
export function matchResource({ uri: template }: Resource, uri: string): Record<string, string> | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = template
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
    .join('([^/?#]+)');
  const match = new RegExp(`^${pattern}$`).exec(uri);
  return match ? Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ''])) : null;
}

/** Whether the address has parameters. */
export const isTemplate = ({ uri }: Resource): boolean => uri.includes('{');
