import { describe, expect, it } from 'vitest';
import { loadPrompts, loadResources } from '../../src/operation/catalogue.ts';
import { matchResource, type Resource } from '../../src/operation/define-resource.ts';

const at = (uri: string) => ({ uri }) as Resource;

describe('an address', () => {
  it.each([
    ['evidence://bundles/{id}', 'evidence://bundles/ev_1', { id: 'ev_1' }],
    ['evidence://bundles/{id}/manifest', 'evidence://bundles/ev_1/manifest', { id: 'ev_1' }],
    ['evidence://bundles/{id}', 'evidence://bundles/ev_1/manifest', null],
    ['evidence://bundles/{id}', 'evidence://bundles/', null],
    ['evidence://bundles/{id}', 'evidence://bundles/ev_1?x=1', null],
    ['skill://affiant/SKILL.md', 'skill://affiant/SKILL.md', {}],
    ['skill://affiant/SKILL.md', 'skill://affiant/SKILLxmd', null],
  ])('%s meets %s', (template, uri, parameters) => {
    expect(matchResource(at(template), uri)).toEqual(parameters);
  });
});

it('loads this project’s resources and prompts', async () => {
  const root = new URL('../..', import.meta.url).pathname;
  expect((await loadResources(`${root}resources`)).map(({ name }) => name)).toEqual([
    'bundle',
    'bundle_manifest',
    'bundle_markdown',
    'bundle_screenshot',
    'docs_page',
    'skill',
  ]);
  expect((await loadPrompts(`${root}prompts`)).map(({ name }) => name)).toEqual([
    'capture_and_cite',
    'claim_check',
    'verify_for_court',
    'watch_terms',
  ]);
});
