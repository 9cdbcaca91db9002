import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTH, type RunningFaces, startFaces } from '../../support/faces.ts';
import {
  FAKE_PROMPTS,
  FAKE_RESOURCES,
  FAKE_TOOLS,
  NOTE_ID,
  OTHER_NOTE_ID,
  slowWork,
} from '../../support/fake-tools.ts';
import { type AnyClient, connectors } from '../../support/mcp-clients.ts';

const STDIO = {
  command: process.execPath,
  args: [
    '--disable-warning=ExperimentalWarning',
    new URL('../../support/stdio-faces.ts', import.meta.url).pathname,
  ],
  env: { PATH: process.env['PATH'] ?? '' },
};
const LABELS = Object.keys(connectors('http://127.0.0.1', {}, STDIO));

let faces: RunningFaces;
const clients = new Map<string, AnyClient>();
const anonymous = new Map<string, AnyClient>();

beforeAll(async () => {
  faces = await startFaces({ resources: FAKE_RESOURCES, prompts: FAKE_PROMPTS });
  for (const [label, connect] of Object.entries(connectors(faces.baseUrl, AUTH, STDIO)))
    clients.set(label, await connect());
  for (const [label, connect] of Object.entries(connectors(faces.baseUrl, {})))
    anonymous.set(label, await connect());
});

afterAll(async () => {
  await Promise.all([...clients.values(), ...anonymous.values()].map((client) => client.close()));
  await faces.close();
});

describe.each(LABELS)('over %s', (label) => {
  const client = () => clients.get(label)!;

  it('lists every tool, sorted, with title, annotations and schemas', async () => {
    const { tools } = await client().listTools();
    expect(tools.map((tool) => tool.name)).toEqual(FAKE_TOOLS.map((tool) => tool.name).toSorted());
    expect(tools.find((tool) => tool.name === 'note_delete')).toMatchObject({
      title: 'Delete a note',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      inputSchema: { type: 'object', required: ['note_id'], additionalProperties: false },
      outputSchema: { type: 'object' },
    });
  });

  it('gives instructions', () => {
    expect(client().instructions()).toMatch(/evidence bundle/);
  });

  it('answers a call with the same text and structure', async () => {
    const answer = await client().callTool('notes_search', { q: 'x', tags: ['red'] });
    expect(answer.structuredContent).toMatchObject({
      asked: { q: 'x', limit: 10, tags: ['red'] },
      next_cursor: null,
    });
    expect(JSON.parse(answer.content[0]!.text!)).toEqual(answer.structuredContent);
    expect(answer.isError).toBeFalsy();
  });

  it('names wrong and unknown fields, and the next step', async () => {
    const answer = await client().callTool('notes_search', { q: 'x', limit: '5', limt: 3 });
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent).toBeUndefined();
    expect(answer.content[0]!.text).toBe(
      'REQUEST_INVALID: limit: Invalid input: expected number, received string; ' +
        'limt: unknown field (fields: q, limit, minimum, exact, tags, phrases)\nNext: Fix the named fields and call again.',
    );
    expect(answer._meta?.['affiant/error']).toMatchObject({
      code: 'REQUEST_INVALID',
      charged: false,
      request_id: expect.stringMatching(/^req_/),
    });
  });

  it('answers a negative verdict as a result', async () => {
    const answer = await client().callTool('note_verify', { note_id: OTHER_NOTE_ID });
    expect(answer.isError).toBeFalsy();
    expect(answer.structuredContent).toMatchObject({ verified: false, code: 'ARTIFACT_TAMPERED' });
  });

  it('links to bytes instead of sending them', async () => {
    const { content } = await client().callTool('note_download', { note_id: NOTE_ID });
    expect(content[1]).toEqual({
      type: 'resource_link',
      uri: `evidence://notes/${NOTE_ID}`,
      name: 'notiz „ä“.txt',
      mimeType: 'text/plain',
      size: 6,
    });
  });

  it('hides what nobody foresaw', async () => {
    const answer = await client().callTool('broken_work', {});
    expect(answer.content[0]!.text).toMatch(/^INTERNAL: Unexpected error\./);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it('rejects an unknown tool as a protocol error', async () => {
    await expect(client().callTool('no_such_tool', {})).rejects.toMatchObject({ code: -32602 });
  });

  it('sends growing progress before the answer', async () => {
    const seen: (number | string | undefined)[] = [];
    await client().callTool(
      'slow_work',
      { wait: false },
      { onprogress: ({ progress, message }) => seen.push(progress, message) },
    );
    expect(seen).toEqual([10, 'one', 50, 'two', 90, 'three']);
  });

  it('reads text and bytes, and marks captured text', async () => {
    const note = await client().readResource(`evidence://notes/${NOTE_ID}`);
    expect(note.contents).toMatchObject([
      { mimeType: 'application/json', _meta: { 'affiant/untrusted': true } },
    ]);
    const image = await client().readResource('evidence://image');
    expect(image.contents).toMatchObject([{ mimeType: 'image/png', blob: 'AQIDBA==' }]);
  });

  it('lists resources and expands pages that everybody may know', async () => {
    const { resources } = await client().listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['evidence://image', 'evidence://docs/architecture']);
  });

  it.each([['evidence://nothing'], [`evidence://notes/${OTHER_NOTE_ID}`], ['evidence://notes/x/y']])(
    'does not find %s',
    async (uri) => {
      await expect(client().readResource(uri)).rejects.toMatchObject({
        code: expect.toBeOneOf([-32002, -32602]),
      });
    },
  );

  it('lists and builds prompts whose tools exist', async () => {
    const { prompts } = await client().listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['read_note']);
    const { messages } = await client().getPrompt('read_note', { note_id: 'n1' });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Read n1.' } }]);
    await expect(client().getPrompt('read_note', {})).rejects.toMatchObject({ code: -32602 });
  });
});

describe.each(LABELS.filter((label) => !label.includes('stdio')))('over %s', (label) => {
  const stranger = () => anonymous.get(label)!;

  it('shows the lists to anybody and gates each call', async () => {
    expect((await stranger().listTools()).tools).toHaveLength(FAKE_TOOLS.length);
    expect((await stranger().listResources()).resources).not.toHaveLength(0);
    expect((await stranger().callTool('keys_list', {})).structuredContent).toEqual({
      keys: [{ key_id: 'k1' }],
    });
    const gated = await stranger().callTool('note_get', { note_id: NOTE_ID });
    expect(gated.content[0]!.text).toMatch(/^AUTHENTICATION_REQUIRED: /);
    await expect(stranger().readResource(`evidence://notes/${NOTE_ID}`)).rejects.toThrow(
      /AUTHENTICATION_REQUIRED/,
    );
  });

  it('says of an error what REST says', async () => {
    const { content, _meta } = await clients.get(label)!.callTool('note_get', { note_id: OTHER_NOTE_ID });
    const answer = await faces.fetch(`/v1/notes/${OTHER_NOTE_ID}`, { headers: AUTH });
    const rest = (await answer.json()) as Record<string, unknown>;
    expect(content[0]!.text).toBe(`${rest['code']}: ${rest['error']}\nNext: ${rest['hint']}`);
    expect(_meta?.['affiant/error']).toEqual({ ...rest, request_id: expect.any(String) });
  });

  // A stateless server of the older era cannot match a cancellation with a call that another request brought.
  it.skipIf(label === 'legacy HTTP')('aborts the work when the caller calls it off', async () => {
    const work = watchSlowWork();
    const controller = new AbortController();
    const call = clients.get(label)!.callTool('slow_work', {}, { signal: controller.signal });
    await work.begun;
    controller.abort();
    await expect(call).rejects.toThrow();
    await work.aborted;
  });

  it('aborts the work when the caller goes away', async () => {
    const work = watchSlowWork();
    const client = await connectors(faces.baseUrl, AUTH)[label]!();
    const call = client.callTool('slow_work', {});
    call.catch(() => {});
    await work.begun;
    await client.close();
    await work.aborted;
  });
});

function watchSlowWork(): { begun: Promise<void>; aborted: Promise<void> } {
  const begun = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  Object.assign(slowWork, { begun: begun.resolve, aborted: aborted.resolve });
  return { begun: begun.promise, aborted: aborted.promise };
}

it('carries a paid answer of another shape past clients that check the output schema', async () => {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const { tools } = await clients.get('legacy HTTP')!.listTools();
  const ajv = new Ajv2020({ strict: false });
  const required = { x402Version: 1, error: 'Payment required', accepts: [{ scheme: 'exact' }] };
  for (const tool of tools as { outputSchema?: object }[])
    expect(ajv.validate(tool.outputSchema!, required)).toBe(true);
});
