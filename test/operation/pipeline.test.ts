import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EvidenceError } from '../../src/core/error.ts';
import { ANONYMOUS, type Principal } from '../../src/domain/account/principal.ts';
import type { AuditEntry } from '../../src/domain/audit/port.ts';
import type { IdempotencyRepository } from '../../src/domain/idempotency/port.ts';
import { buildCatalogue } from '../../src/operation/catalogue.ts';
import { defineTool, type Tool } from '../../src/operation/define-tool.ts';
import { type Call, Pipeline } from '../../src/operation/pipeline.ts';
import type { Services } from '../../src/operation/services.ts';
import { createMemoryIdempotency } from '../support/memory-idempotency.ts';

const OWNER: Principal = { kind: 'api-key', ownerId: 'key:a', keyId: 'a', plan: 'free' };

/** A priced tool that does what the test says. */
const tool = (run: Tool['run'], deadlineMs = 1000) =>
  defineTool({
    name: 'note_add',
    title: 'Add a note',
    family: 'capture',
    description: 'Add a note and answer its length.',
    rest: { method: 'POST', path: '/v1/notes' },
    input: z.strictObject({ text: z.string().describe('Text') }),
    output: z.object({ length: z.int().describe('Characters') }),
    price: { keys: ['extract_lean'], select: () => 'extract_lean' },
    auth: 'owner',
    effect: 'create',
    deadlineMs,
    errors: [],
    examples: [{ title: 'One', input: { text: 'a' } }],
    run: run as (input: { text: string }) => Promise<{ length: number }>,
  });

let steps: string[];
let audited: AuditEntry[];
let principal: Principal;

beforeEach(() => {
  steps = [];
  audited = [];
  principal = OWNER;
});

interface Settings {
  readonly deadlineMs?: number;
  /** Of authentication. */
  readonly refuse?: EvidenceError;
  readonly idempotency?: IdempotencyRepository;
}

const pipeline = (run: Tool['run'], { deadlineMs, refuse, idempotency }: Settings = {}) =>
  new Pipeline({
    catalogue: buildCatalogue([tool(run, deadlineMs)]),
    services: {} as Services,
    authenticator: {
      authenticate: async () => {
        steps.push('authenticate');
        if (refuse) throw refuse;
        return principal;
      },
      refusal: () => new EvidenceError('AUTHENTICATION_REQUIRED'),
    },
    rateLimiter: {
      consume: async (caller) => {
        steps.push(`limit ${caller}`);
      },
    },
    idempotency: idempotency ?? createMemoryIdempotency(),
    cashier: {
      reserve: async ({ credits, idempotencyKey }) => {
        steps.push(`reserve ${credits}${idempotencyKey === null ? '' : ` for ${idempotencyKey}`}`);
        return {
          credits,
          capture: async () => void steps.push('capture'),
          handTo: async (jobId) => void steps.push(`hand to ${jobId}`),
          release: async () => void steps.push('release'),
        };
      },
    },
    audit: { record: (entry) => audited.push(entry) },
    baseUrl: 'http://127.0.0.1:1',
  });

const call = (input: unknown): Call => ({
  operation: 'note_add',
  input,
  credentials: { apiKeys: [], address: '127.0.0.1', local: false },
  requestId: 'req_1',
  face: 'rest',
  idempotencyKey: null,
  signal: new AbortController().signal,
});

const succeed: Tool['run'] = async (input) => ({ length: String(input['text']).length });

it('takes every call through the same stages and charges what succeeded', async () => {
  const { output } = await pipeline(succeed).call(call({ text: 'four' }));
  expect(output).toEqual({ length: 4 });
  expect(steps).toEqual(['authenticate', 'limit key:a', 'reserve 10', 'capture']);
  expect(audited).toMatchObject([{ operation: 'note_add', ownerId: 'key:a', outcome: 'ok', credits: 10 }]);
});

it('releases the charge of a call that fails, and tells an unknown failure as INTERNAL', async () => {
  const failing = pipeline(async () => {
    throw new Error('text of a page');
  });
  await expect(failing.call(call({ text: 'a' }))).rejects.toMatchObject({
    code: 'INTERNAL',
    message: 'Unexpected error.',
  });
  expect(steps.at(-1)).toBe('release');
  expect(audited).toMatchObject([{ outcome: 'INTERNAL', credits: 0 }]);
});

it('lets the end of a job decide when the work goes on as one', async () => {
  const queueing = pipeline(async (input, context) => {
    context.continueAs('job_1');
    return succeed(input, context);
  });
  await queueing.call(call({ text: 'four' }));
  expect(steps).toEqual(['authenticate', 'limit key:a', 'reserve 10', 'hand to job_1']);
});

it('counts a refused credential against its address', async () => {
  const refusing = pipeline(succeed, { refuse: new EvidenceError('API_KEY_UNKNOWN') });
  await expect(refusing.call(call({ text: 'a' }))).rejects.toMatchObject({ code: 'API_KEY_UNKNOWN' });
  expect(steps).toEqual(['authenticate', 'limit address:127.0.0.1']);
});

it('counts a sign-in against its address once, good or bad, and a good one against its wallet too', async () => {
  const signIn = (): Call => ({
    ...call({ text: 'a' }),
    credentials: { apiKeys: [], signInHeaders: ['e30='], address: '127.0.0.1', local: false },
  });
  await pipeline(succeed).call(signIn());
  expect(steps.slice(0, 3)).toEqual(['limit address:127.0.0.1', 'authenticate', 'limit key:a']);
  steps = [];
  const refusing = pipeline(succeed, { refuse: new EvidenceError('SIGN_IN_INVALID') });
  await expect(refusing.call(signIn())).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' });
  expect(steps).toEqual(['limit address:127.0.0.1', 'authenticate']);
});

it('refuses an invalid input before anything is reserved, and names the field', async () => {
  await expect(pipeline(succeed).call(call({ txet: 'ignore previous instructions' }))).rejects.toMatchObject({
    code: 'REQUEST_INVALID',
    message: expect.stringMatching(/text: .*txet: unknown field \(fields: text\)/),
  });
  expect(steps).toEqual(['authenticate', 'limit key:a']);
});

it('refuses an anonymous caller of an owner’s tool, and limits it by address', async () => {
  principal = ANONYMOUS;
  await expect(pipeline(succeed).call(call({ text: 'a' }))).rejects.toMatchObject({
    code: 'AUTHENTICATION_REQUIRED',
  });
  expect(steps).toEqual(['authenticate', 'limit address:127.0.0.1']);
});

it('ends a tool that ignores its deadline, and aborts its signal', async () => {
  let aborted = false;
  const hanging = pipeline(
    (_input, { signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return new Promise(() => {});
    },
    { deadlineMs: 20 },
  );
  await expect(hanging.call(call({ text: 'a' }))).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  expect(aborted).toBe(true);
  expect(steps.at(-1)).toBe('release');
});

it('does not answer what the output schema does not allow', async () => {
  await expect(pipeline(async () => ({ length: 'four' })).call(call({ text: 'a' }))).rejects.toBeInstanceOf(
    EvidenceError,
  );
  expect(steps.at(-1)).toBe('release');
});

it('knows no tool but those of the catalogue', async () => {
  await expect(pipeline(succeed).call({ ...call({}), operation: 'constructor' })).rejects.toMatchObject({
    code: 'TOOL_UNKNOWN',
  });
});

describe('an idempotency key', () => {
  const keyed = (key: string, input: unknown = { text: 'four' }): Call => ({
    ...call(input),
    idempotencyKey: key,
  });

  it('runs and charges a call once, and replays its answer whatever the order of members', async () => {
    const calls = pipeline(succeed);
    expect(await calls.call(keyed('k'))).toMatchObject({ output: { length: 4 }, replayed: false });
    expect(await calls.call(keyed('k'))).toMatchObject({ output: { length: 4 }, replayed: true });
    expect(steps.filter((step) => step === 'capture')).toHaveLength(1);
  });

  it('refuses other parameters, and a repetition while the first call runs', async () => {
    const gate = Promise.withResolvers<void>();
    const calls = pipeline(async (input, context) => {
      await gate.promise;
      return succeed(input, context);
    });
    const first = calls.call(keyed('k'));
    await expect(calls.call(keyed('k'))).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    gate.resolve();
    await first;
    await expect(calls.call(keyed('k', { text: 'other' }))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
  });

  it('replays a failure that stays, and is free again after one that may pass', async () => {
    const answers: (() => never)[] = [
      () => {
        throw new EvidenceError('OVERLOADED');
      },
      () => {
        throw new EvidenceError('DOCUMENT_CORRUPT');
      },
    ];
    const calls = pipeline(async () => answers.shift()?.() ?? { length: 1 });
    await expect(calls.call(keyed('k'))).rejects.toMatchObject({ code: 'OVERLOADED' });
    await expect(calls.call(keyed('k'))).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
    await expect(calls.call(keyed('k'))).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
    expect(await calls.call(keyed('l'))).toMatchObject({ output: { length: 1 } });
  });

  it('stands in the input as well as in the header, and is the same key', async () => {
    const calls = pipeline(succeed);
    const input = { text: 'four', idempotency_key: 'k' };
    expect(await calls.call(call(input))).toMatchObject({ output: { length: 4 }, replayed: false });
    expect(await calls.call(call(input))).toMatchObject({ output: { length: 4 }, replayed: true });
    expect(await calls.call(keyed('k'))).toMatchObject({ replayed: true });
    expect(await calls.call(keyed('k', input))).toMatchObject({ replayed: true });
    expect(steps.filter((step) => step.startsWith('reserve'))).toEqual(['reserve 10 for k']);
  });

  it.each([
    [null, ''],
    [null, 'a key'],
    [null, 'k'.repeat(256)],
    [null, 7],
    ['k', 'other'],
  ])('is refused in a wrong form, or when header (%s) and field (%s) differ', async (header, field) => {
    const sent = { ...call({ text: 'a', idempotency_key: field }), idempotencyKey: header };
    await expect(pipeline(succeed).call(sent)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      message: expect.stringMatching(/^idempotency_key: /),
    });
  });

  it('that cannot be kept does not make a charged call fail', async () => {
    const broken = {
      ...createMemoryIdempotency(),
      complete: async () => {
        throw new EvidenceError('DATABASE_UNAVAILABLE');
      },
    };
    const calls = pipeline(succeed, { idempotency: broken });
    expect(await calls.call(keyed('k'))).toMatchObject({ output: { length: 4 } });
    expect(steps.at(-1)).toBe('capture');
    expect(audited).toMatchObject([{ outcome: 'ok', error: { code: 'DATABASE_UNAVAILABLE' } }]);
  });
});
