import { access } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { INSTRUCTIONS } from '../../http/mcp/instructions.ts';
import { loadCatalogue, loadPrompts } from '../../src/operation/catalogue.ts';
import { projectMcpTool } from '../../src/projection/mcp-tools.ts';

/** Rules over the whole catalogue, beside those that refuse the start (src/operation/boot-checks.ts). */

const root = new URL('../..', import.meta.url).pathname;
const catalogue = await loadCatalogue(`${root}tools`);
const listed = catalogue.tools.map(projectMcpTool);
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

it('keeps tools/list under 10,000 tokens, and room for all 54 operations', () => {
  // Four bytes a token: measured on lists like this one.
  expect(bytes(listed) / 4).toBeLessThan(10_000);
  const [largest = 0, ...others] = listed.map(bytes).toSorted((a, b) => b - a);
  const mean = others.reduce((sum, size) => sum + size, 0) / others.length;
  expect(largest).toBeLessThan(3500);
  expect(mean).toBeLessThan(700);
});

it('keeps the instructions where clients do not cut them', () => {
  expect(Buffer.byteLength(INSTRUCTIONS)).toBeLessThan(2048);
});

it.each(catalogue.tools.map((tool) => [tool.name, tool] as const))(
  '%s follows the rules',
  async (name, tool) => {
    const file = `${root}tools/${tool.family}/${name.replaceAll('_', '-')}.ts`;
    await expect(access(file), 'lies in the folder of its family').resolves.toBeUndefined();
    expect(tool.examples.length, 'has an example').toBeGreaterThan(0);
    expect(tool.title.length).toBeLessThanOrEqual(60);
    expect(tool.errors, 'names each error once').toEqual([...new Set(tool.errors)]);
  },
);

it.each(listed.map((tool) => [tool.name, tool] as const))(
  '%s is a tool that every client reads',
  (_name, tool) => {
    const text = JSON.stringify(tool);
    expect(text).not.toMatch(/"\$ref"|"\$defs"|"type":\[|"x-|9007199254740991/);
    expect(tool.inputSchema.type).toBe('object');
    expect(Object.keys(tool.annotations)).toHaveLength(4);
  },
);

it('has prompts that name only tools in their text which they declare', async () => {
  const known = new Set(catalogue.tools.map(({ name }) => name));
  for (const prompt of await loadPrompts(`${root}prompts`)) {
    const values = Object.fromEntries(prompt.arguments.map((argument) => [argument.name, 'x']));
    const named = [...prompt.build(values).matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)]
      .map(([word]) => word)
      .filter((word) => known.has(word));
    const declared = new Set(prompt.tools);
    expect(
      [...new Set(named)].filter((tool) => !declared.has(tool) && tool !== 'job_get'),
      prompt.name,
    ).toEqual([]);
  }
});
