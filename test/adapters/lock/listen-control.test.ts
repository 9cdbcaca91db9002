import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callControl } from '../../../src/adapters/lock/call-control.ts';
import { type Control, listenControl } from '../../../src/adapters/lock/listen-control.ts';
import { controlSocketPath } from '../../../src/adapters/lock/socket-path.ts';
import { EvidenceError } from '../../../src/core/error.ts';

const child = new URL('hold-lock.ts', import.meta.url).pathname;
const children: ChildProcess[] = [];
const controls: Control[] = [];
let folder = '';
let path = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-lock-'));
  path = await controlSocketPath(folder);
});
afterEach(async () => {
  for (const control of controls.splice(0)) await control.close();
  for (const running of children.splice(0)) {
    running.kill('SIGKILL');
    if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

async function listen(handlers: Parameters<typeof listenControl>[0]['handlers'] = {}): Promise<Control> {
  const control = await listenControl({ path, handlers });
  controls.push(control);
  return control;
}

/** Another process that tries to hold the lock. */
async function startHolder(): Promise<{ process: ChildProcess; outcome: string }> {
  const holder = spawn(process.execPath, [child, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(holder);
  const [outcome] = await once(createInterface(holder.stdout), 'line');
  return { process: holder, outcome };
}

it('is held by one at a time, and says by whom', async () => {
  const control = await listen();
  await expect(listen()).rejects.toMatchObject({
    code: 'DATA_DIR_LOCKED',
    message: `Process ${process.pid} uses this data folder.`,
  });
  await control.close();
  expect(existsSync(path)).toBe(false);
  await listen();
});

it('opens to its owner alone', async () => {
  await listen();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('is taken over from a process that was killed, and not from one that lives', async () => {
  const holder = await startHolder();
  expect(holder.outcome).toBe('held');
  await expect(listen()).rejects.toMatchObject({ details: { pid: holder.process.pid } });
  holder.process.kill('SIGKILL');
  await once(holder.process, 'exit');
  expect(existsSync(path)).toBe(true);
  await listen();
});

it('goes to one of several processes that find a dead one’s socket at once', async () => {
  const dead = await startHolder();
  dead.process.kill('SIGKILL');
  await once(dead.process, 'exit');
  const outcomes = (await Promise.all(Array.from({ length: 4 }, startHolder))).map(({ outcome }) => outcome);
  expect(outcomes.toSorted()).toEqual(['held', 'refused', 'refused', 'refused']);
});

it('answers calls, with failures as they are', async () => {
  await listen({
    'sum.add': async (params) => (params as number[]).reduce((sum, value) => sum + value, 0),
    fail: async () => {
      throw new EvidenceError('API_KEY_UNKNOWN', undefined, { cause: new Error('secret') });
    },
    crash: async () => {
      throw new Error('secret');
    },
    nothing: async () => {},
  });
  const call = (method: string, params: unknown = null) => callControl(path, { method, params });
  expect(await call('sum.add', [1, 2, 3])).toEqual({ isServed: true, result: 6 });
  expect(await call('nothing')).toEqual({ isServed: true, result: null });
  await expect(call('fail')).rejects.toMatchObject({ code: 'API_KEY_UNKNOWN' });
  await expect(call('crash')).rejects.toMatchObject({ code: 'INTERNAL', message: 'Unexpected error.' });
  await expect(call('constructor')).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' });
});

it('tells that nobody listens', async () => {
  expect(await callControl(path, { method: 'pid', params: null })).toEqual({ isServed: false });
});

it('breaks a call off at its deadline', async () => {
  await listen({ hang: () => new Promise(() => {}) });
  const call = callControl(path, { method: 'hang', params: null, timeoutMs: 50 });
  await expect(call).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
});

it('survives peers that speak nonsense or leave', async () => {
  await listen();
  const socket = createConnection({ path });
  socket.write('nonsense\n');
  const [answer] = await once(createInterface(socket), 'line');
  expect(JSON.parse(answer)).toMatchObject({ id: null, error: { code: 'REQUEST_INVALID' } });
  socket.write('{"id":1,"method":"pid","params":null}\n');
  socket.destroy();
  expect(await callControl(path, { method: 'pid', params: null })).toMatchObject({ isServed: true });
});

it('lies in a private temporary folder when the path of the data folder is too long', async () => {
  const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(deep, { recursive: true });
  path = await controlSocketPath(deep);
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(103);
  expect(await controlSocketPath(deep)).toBe(path);
  await listen();
  expect(await callControl(path, { method: 'pid', params: null })).toEqual({
    isServed: true,
    result: process.pid,
  });
});
