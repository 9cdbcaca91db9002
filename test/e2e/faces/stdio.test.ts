import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';

const PROGRAM = new URL('../../support/stdio-faces.ts', import.meta.url).pathname;

/** Feed `input` to the stdio server, end it, and give everything it wrote. */
function run(input: string): Promise<{ stdout: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let stdout = '';
    const answers = input.split('\n').filter((line) => line.includes('"id"')).length;
    if (answers === 0) child.stdin.end(input);
    else child.stdin.write(input);
    child.stdout.on('data', (piece: Buffer) => {
      stdout += piece.toString();
      if (stdout.split('\n').length > answers) child.stdin.end();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ stdout, code }));
  });
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};
const DISCOVER = {
  jsonrpc: '2.0',
  id: 0,
  method: 'server/discover',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};
const lines = (...messages: object[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('');

it('writes nothing and ends when nobody speaks', async () => {
  expect(await run('')).toEqual({ stdout: '', code: 0 });
});

it('writes only messages, one on each line', async () => {
  const call = {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'broken_work', arguments: {} },
  };
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const { stdout, code } = await run(lines(INITIALIZE, initialized, call));
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
  expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
    ['2.0', 1],
    ['2.0', 2],
  ]);
  expect(code).toBe(0);
});

it('serves a client that initializes after it discovered the newer era', async () => {
  const { stdout } = await run(lines(DISCOVER, INITIALIZE));
  const [discovered, initialized] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result: object });
  expect(discovered).toMatchObject({ id: 0, result: { instructions: expect.any(String) } });
  expect(initialized).toMatchObject({
    id: 1,
    result: { protocolVersion: '2025-11-25', serverInfo: { name: 'affiant' } },
  });
});
