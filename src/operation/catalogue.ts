import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assertPortable } from './boot-checks.ts';
import type { Prompt } from './define-prompt.ts';
import type { Resource } from './define-resource.ts';
import type { Tool } from './define-tool.ts';

/** All operations, sorted by name. */
export interface Catalogue {
  readonly tools: readonly Tool[];
  readonly byName: ReadonlyMap<string, Tool>;
}

/**
 * Load every tool file under `directory`. A file is one operation; adding one needs nothing else.
 *
 * @throws Error at start when a definition is ambiguous or not portable to some client.
 */
export async function loadCatalogue(directory: string): Promise<Catalogue> {
  return buildCatalogue(await loadDefinitions<Tool>(directory, { recursive: true }));
}

/** A catalogue of given tools, checked. */
export function buildCatalogue(tools: readonly Tool[]): Catalogue {
  const sorted = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  assertPortable(sorted);
  return { tools: sorted, byName: new Map(sorted.map((tool) => [tool.name, tool])) };
}

/** Load every resource file in `directory`, sorted by address. @throws Error on a wrong file name. */
export async function loadResources(directory: string): Promise<Resource[]> {
  const resources = await loadDefinitions<Resource>(directory, { recursive: false });
  return resources.toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
}

/** Load every prompt file in `directory`, sorted by name. @throws Error on a wrong file name. */
export async function loadPrompts(directory: string): Promise<Prompt[]> {
  const prompts = await loadDefinitions<Prompt>(directory, { recursive: false });
  return prompts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function loadDefinitions<T extends { readonly name: string }>(
  directory: string,
  { recursive }: { recursive: boolean },
): Promise<T[]> {
  const entries = await readdir(directory, { recursive, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && /\.[jt]s$/.test(entry.name) && !entry.name.endsWith('.d.ts'),
  );
  return Promise.all(files.map((file) => loadDefinition<T>(`${file.parentPath}/${file.name}`)));
}

/** @throws Error when the definition is not named as its file: `bundle-get.ts` defines `bundle_get`. */
async function loadDefinition<T extends { readonly name: string }>(path: string): Promise<T> {
  const { default: definition } = (await import(pathToFileURL(path).href)) as { default?: T };
  const expected = basename(path)
    .replace(/\.[jt]s$/, '')
    .replaceAll('-', '_');
  if (definition?.name !== expected) throw new Error(`${path} must define ${expected}`);
  return definition;
}
