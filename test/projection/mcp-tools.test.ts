import { expect, it } from 'vitest';
import { callResult } from '../../src/projection/mcp-result.ts';
import { projectMcpTool, selectTools } from '../../src/projection/mcp-tools.ts';
import { FAKE_TOOLS } from '../support/fake-tools.ts';

const project = (name: string) => projectMcpTool(FAKE_TOOLS.find((tool) => tool.name === name)!);

it('derives every hint from the effect', () => {
  const hints = (name: string) => Object.values(project(name).annotations);
  expect(hints('note_get')).toEqual([true, false, true, false]);
  expect(hints('note_create')).toEqual([false, false, false, false]);
  expect(hints('note_hold')).toEqual([false, false, true, false]);
  expect(hints('note_delete')).toEqual([false, true, true, false]);
});

it('lists no forms of ids and no members of answers: the list is paid by the byte', () => {
  expect(project('notes_search').outputSchema).toEqual({ type: 'object' });
  expect(JSON.stringify(project('note_get').inputSchema)).not.toContain('pattern');
});

it('selects by family and by harmlessness', () => {
  const names = (selection: Parameters<typeof selectTools>[1]) =>
    selectTools(FAKE_TOOLS, selection).map(({ name }) => name);
  expect(names({})).toHaveLength(FAKE_TOOLS.length);
  expect(names({ families: new Set(['custody']) })).toEqual(['note_hold', 'note_delete']);
  expect(names({ families: new Set(['custody']), readOnly: true })).toEqual([]);
});

it('links to an attachment only when it has an address', () => {
  const attachment = { stream: () => Promise.reject() as never, mediaType: 'text/plain', filename: 'a' };
  expect(callResult({ output: {}, attachment }).content).toHaveLength(1);
  expect(callResult({ output: {}, attachment: { ...attachment, uri: 'evidence://a' } }).content[1]).toEqual({
    type: 'resource_link',
    uri: 'evidence://a',
    name: 'a',
    mimeType: 'text/plain',
  });
});
