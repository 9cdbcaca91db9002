import { expect, it } from 'vitest';
import { buildCatalogue } from '../../src/operation/catalogue.ts';
import { insertOperationTables } from '../../src/projection/reference.ts';
import { registryDigest } from '../../src/projection/registry-digest.ts';
import { FAKE_TOOLS } from '../support/fake-tools.ts';

const catalogue = buildCatalogue(FAKE_TOOLS);
const page = 'before\n<!-- operations: generated, do not edit -->\nstale text\n<!-- /operations -->\nafter\n';

it('replaces the tables between the markers and nothing else', () => {
  const once = insertOperationTables(page, catalogue);
  expect(once).toMatch(/^before\n[\s\S]*\nafter\n$/);
  expect(once).not.toContain('stale text');
  expect(once).toContain(
    '| `note_create` | `POST /v1/notes` | 0.075 extract_stored, 0.01 extract_lean | Store a note |',
  );
  expect(once).toContain('| `keys_list` | `GET /v1/keys` | free | List the keys |');
  expect(insertOperationTables(once, catalogue)).toBe(once);
});

it('refuses a page without markers', () => {
  expect(() => insertOperationTables('nothing here', catalogue)).toThrow(/markers/);
});

it('gives every registry a digest that any change of a contract moves', () => {
  const digest = registryDigest(catalogue);
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(registryDigest(buildCatalogue(FAKE_TOOLS.toReversed()))).toBe(digest);
  const changed = FAKE_TOOLS.map((tool) =>
    tool.name === 'note_get' ? { ...tool, description: 'Get another note.' } : tool,
  );
  expect(registryDigest(buildCatalogue(changed))).not.toBe(digest);
});
