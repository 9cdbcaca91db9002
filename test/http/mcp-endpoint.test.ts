import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTH, type RunningFaces, startFaces } from '../support/faces.ts';
import { FAKE_TOOLS } from '../support/fake-tools.ts';

let faces: RunningFaces;
beforeAll(async () => {
  faces = await startFaces();
});
afterAll(() => faces.close());

const HEADERS = {
  ...AUTH,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

const post = (path: string, body: string | object, headers: Record<string, string> = {}) =>
  faces.fetch(path, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** The result in an answer of the older era, which is a stream of one event. */
async function resultOf(response: Response): Promise<Record<string, unknown>> {
  const data = /^data: (.*)$/m.exec(await response.text())?.[1] ?? '{}';
  return (JSON.parse(data) as { result: Record<string, unknown> }).result;
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

async function names(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const { tools } = (await resultOf(await post(path, LIST, headers))) as { tools: { name: string }[] };
  return tools.map((tool) => tool.name);
}

describe('toolsets', () => {
  const all = FAKE_TOOLS.map((tool) => tool.name).toSorted();
  const reading = FAKE_TOOLS.filter((tool) => tool.effect === 'read')
    .map((tool) => tool.name)
    .toSorted();

  it.each([
    ['/mcp', {}, all],
    ['/mcp/readonly', {}, reading],
    ['/mcp/x/custody', {}, ['note_delete', 'note_hold']],
    ['/mcp', { 'x-mcp-toolsets': 'custody, capture' }, ['note_create', 'note_delete', 'note_hold']],
    ['/mcp', { 'x-mcp-toolsets': 'readonly' }, reading],
    ['/mcp/readonly', { 'x-mcp-toolsets': 'custody' }, []],
  ])('%s with %o lists its own', async (path, headers, expected) => {
    expect(await names(path, headers as Record<string, string>)).toEqual(expected);
  });

  it('do not call what they do not list', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'note_hold', arguments: {} },
    };
    expect(await (await post('/mcp/readonly', call)).text()).toContain('"code":-32602');
  });

  it('that do not exist are refused', async () => {
    expect((await post('/mcp/x/nothing', LIST)).status).toBe(404);
    expect((await post('/mcp', LIST, { 'x-mcp-toolsets': 'nothing' })).status).toBe(400);
  });
});

describe('a message that is none', () => {
  it.each([
    ['broken JSON', '{', {}, 400, -32700],
    ['another type', '{}', { 'content-type': 'text/plain' }, 415, -32000],
    ['a compressed body', '{}', { 'content-encoding': 'gzip' }, 415, -32000],
    ['more bytes than any upload needs', ' '.repeat(6 * 1024 * 1024), {}, 413, -32000],
  ])('(%s) is refused as JSON-RPC clients read it', async (...row) => {
    const [, body, headers, status, code] = row;
    const response = await post('/mcp', body, headers as Record<string, string>);
    expect([response.status, await response.json()]).toEqual([
      status,
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code, message: expect.any(String) }) },
    ]);
  });

  it.each(['GET', 'DELETE', 'PUT'])(
    '(%s) is refused with 405, so that no idle stream opens',
    async (method) => {
      const response = await faces.fetch('/mcp', { method, headers: { accept: 'text/event-stream' } });
      expect([response.status, response.headers.get('allow'), response.headers.get('content-type')]).toEqual([
        405,
        'POST, OPTIONS',
        'application/json; charset=utf-8',
      ]);
    },
  );

  it('(for no stream) is not found', async () => {
    expect((await post('/messages?sessionId=nothing', LIST)).status).toBe(404);
  });
});

describe('an upload over MCP', () => {
  const create = (bytes: number) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'note_create',
      arguments: { sync: true, file: { base64: Buffer.alloc(bytes).toString('base64') } },
    },
  });

  it('has the same limit as over REST', async () => {
    const limit = 4 * 1024 * 1024;
    expect(await resultOf(await post('/mcp', create(limit)))).toMatchObject({
      structuredContent: { size: limit },
    });
    expect(await resultOf(await post('/mcp', create(limit + 1)))).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^PAYLOAD_TOO_LARGE: /) }],
    });
  });
});

it('serves a client that asks for both eras in turn', async () => {
  const discover = {
    jsonrpc: '2.0',
    id: 1,
    method: 'server/discover',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const first = await post('/mcp', discover, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'server/discover',
  });
  expect([first.status, await first.json()]).toEqual([
    200,
    expect.objectContaining({ result: expect.objectContaining({ instructions: expect.any(String) }) }),
  ]);
  const initialize = {
    jsonrpc: '2.0',
    id: 2,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  };
  expect(await resultOf(await post('/mcp', initialize))).toMatchObject({
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'affiant' },
  });
});
