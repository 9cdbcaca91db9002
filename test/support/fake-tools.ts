import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { EvidenceError } from '../../src/core/error.ts';
import { component, idSchema } from '../../src/core/schema.ts';
import { definePrompt, type Prompt } from '../../src/operation/define-prompt.ts';
import { defineResource, type Resource } from '../../src/operation/define-resource.ts';
import { defineTool, type Tool } from '../../src/operation/define-tool.ts';

/** Tools that use every kind of placement, without any service behind them. */

const noteId = idSchema('ev').describe('Id of a note');
const note = component(
  'Note',
  z.object({ note_id: noteId, text: z.string(), tags: z.array(z.string()), size: z.int() }),
);

export const NOTE_ID = 'ev_01JD0000000000000000000000';
export const OTHER_NOTE_ID = 'ev_01JD0000000000000000000001';

const base = {
  family: 'evidence',
  price: 'free',
  auth: 'owner',
  effect: 'read',
  errors: [],
  examples: [],
} as const;

const noteCreate = defineTool({
  ...base,
  name: 'note_create',
  title: 'Store a note',
  family: 'capture',
  description: 'Store a note from a text or an uploaded file. Then call note_get.',
  rest: {
    method: 'POST',
    path: '/v1/notes',
    in: { sync: 'query', label: 'header:X-Note-Label' },
    file: 'file',
    statuses: [202, 200],
    status: ({ status }) => (status === 'complete' ? 200 : 202),
    headers: { 'X-Note-Size': 'size' },
  },
  input: z.strictObject({
    source: z.string().min(1).max(200).optional().describe('Text of the note'),
    file: z
      .strictObject({
        base64: z.base64().describe('Bytes'),
        filename: z.string().max(255).optional().describe('Name'),
        media_type: z.string().max(255).optional().describe('Declared type'),
      })
      .optional()
      .describe('The note as a file'),
    tags: z
      .array(z.enum(['red', 'green', 'blue']))
      .optional()
      .describe('Colours'),
    claims: z.array(z.string().max(500)).max(5).optional().describe('Sentences'),
    origin: z
      .strictObject({ name: z.string().describe('Who'), year: z.int().describe('When') })
      .optional()
      .describe('Where it is from'),
    weight: z.number().min(0).max(100).optional().describe('Grams'),
    sync: z.boolean().default(false).describe('true: wait'),
    label: z.string().max(20).optional().describe('A label'),
  }),
  output: z.object({
    status: z.enum(['queued', 'complete']),
    poll_url: z.string().optional(),
    size: z.int().optional(),
    seen: z.record(z.string(), z.unknown()).optional(),
  }),
  price: {
    keys: ['extract_stored', 'extract_lean'],
    select: ({ sync }) => (sync ? 'extract_stored' : 'extract_lean'),
  },
  effect: 'create',
  errors: ['SOURCE_MISSING', 'URL_BLOCKED'],
  examples: [
    { title: 'A text', input: { source: 'hello', sync: true } },
    {
      title: 'With everything',
      input: { source: 'hi', tags: ['red'], origin: { name: 'me', year: 2026 }, weight: 1.5 },
    },
  ],
  async run(input, { baseUrl }) {
    if (input.source === undefined && !input.file) throw new EvidenceError('SOURCE_MISSING');
    if (input.source === 'blocked')
      throw new EvidenceError('URL_BLOCKED', undefined, { cause: new Error('secret peer text') });
    const { file, ...seen } = input;
    const bytes = file ? Buffer.from(file.base64, 'base64') : Buffer.from(input.source ?? '');
    if (!input.sync) return { status: 'queued' as const, poll_url: `${baseUrl}/v1/notes/${NOTE_ID}` };
    return {
      status: 'complete' as const,
      size: bytes.length,
      seen: { ...seen, filename: file?.filename, media_type: file?.media_type },
    };
  },
});

const noteGet = defineTool({
  ...base,
  name: 'note_get',
  title: 'Get a note',
  description: 'Get one note of yours by id.',
  rest: {
    method: 'GET',
    path: '/v1/notes/{id}',
    params: { id: 'note_id' },
    headers: { 'X-Note-Size': 'size' },
  },
  input: z.strictObject({ note_id: noteId }),
  output: note,
  errors: ['NOT_FOUND'],
  examples: [{ title: 'One', input: { note_id: NOTE_ID } }],
  async run({ note_id }) {
    if (note_id !== NOTE_ID) throw new EvidenceError('NOT_FOUND');
    return { note_id, text: 'a note', tags: ['red'], size: 6 };
  },
});

const notesSearch = defineTool({
  ...base,
  name: 'notes_search',
  title: 'Search notes',
  description: 'Search notes by words and filters.',
  rest: { method: 'GET', path: '/v1/notes/search' },
  input: z.strictObject({
    q: z.string().min(1).max(100).describe('Words'),
    limit: z.int().min(1).max(50).default(10).describe('Most hits'),
    minimum: z.number().nullable().optional().describe('Least score'),
    exact: z.boolean().default(false).describe('Whole words only'),
    tags: z
      .array(z.enum(['red', 'green', 'blue']))
      .optional()
      .describe('Colours'),
    phrases: z.array(z.string().max(100)).max(5).optional().describe('Phrases'),
  }),
  output: z.object({
    asked: z.record(z.string(), z.unknown()),
    notes: z.array(note),
    next_cursor: z.string().nullable(),
  }),
  price: { keys: ['search'], select: () => 'search' },
  async run(asked) {
    return {
      asked: { ...asked },
      notes: [{ note_id: NOTE_ID, text: 'a note', tags: [], size: 6 }],
      next_cursor: null,
    };
  },
});

const noteVerify = defineTool({
  ...base,
  name: 'note_verify',
  title: 'Verify a note',
  description: 'Verify a note and answer yes or no.',
  rest: {
    method: 'GET',
    path: '/v1/notes/{id}/verify',
    params: { id: 'note_id' },
    statuses: [200, 409],
    status: ({ verified }) => (verified ? 200 : 409),
  },
  input: z.strictObject({ note_id: noteId }),
  output: z.object({ verified: z.boolean(), error: z.string().optional(), code: z.string().optional() }),
  async run({ note_id }) {
    if (note_id === NOTE_ID) return { verified: true };
    return { verified: false, error: 'It differs.', code: 'ARTIFACT_TAMPERED' };
  },
});

const noteDownload = defineTool({
  ...base,
  name: 'note_download',
  title: 'Download a note',
  description: 'Download the bytes of a note.',
  rest: {
    method: 'GET',
    path: '/v1/notes/{id}/download',
    params: { id: 'note_id' },
    binary: 'text/plain',
    headers: { 'X-Note-Sha': 'sha' },
  },
  input: z.strictObject({ note_id: noteId }),
  output: z.object({ note_id: noteId, sha: z.string() }),
  async run({ note_id }, { attach }) {
    attach({
      stream: () => Readable.from([Buffer.from('a '), Buffer.from('note')]),
      mediaType: 'text/plain',
      filename: 'notiz „ä“.txt',
      sizeBytes: 6,
      etag: 'abc',
      uri: `evidence://notes/${note_id}`,
    });
    return { note_id, sha: 'abc' };
  },
});

const noteHold = defineTool({
  ...base,
  name: 'note_hold',
  title: 'Hold a note',
  family: 'custody',
  description: 'Hold a note so that nobody removes it.',
  rest: { method: 'PUT', path: '/v1/notes/{id}/hold', params: { id: 'note_id' } },
  input: z.strictObject({ note_id: noteId, reason: z.string().max(100).optional().describe('Why') }),
  output: z.object({ held: z.boolean(), reason: z.string().nullable() }),
  effect: 'update',
  run: async ({ reason }) => ({ held: true, reason: reason ?? null }),
});

const noteDelete = defineTool({
  ...base,
  name: 'note_delete',
  title: 'Delete a note',
  family: 'custody',
  description: 'Delete a note for good.',
  rest: { method: 'DELETE', path: '/v1/notes/{id}', params: { id: 'note_id' } },
  input: z.strictObject({
    note_id: noteId,
    force: z.boolean().default(false).describe('true: also when held'),
  }),
  output: z.object({ deleted: z.boolean(), force: z.boolean() }),
  effect: 'destroy',
  errors: ['NOT_FOUND', 'LEGAL_HOLD'],
  async run({ note_id, force }) {
    if (note_id !== NOTE_ID) throw new EvidenceError('NOT_FOUND');
    return { deleted: true, force };
  },
});

const keysList = defineTool({
  ...base,
  name: 'keys_list',
  title: 'List the keys',
  description: 'List the signing keys.',
  rest: { method: 'GET', path: '/v1/keys' },
  input: z.strictObject({}),
  output: z.object({ keys: z.array(z.object({ key_id: z.string() })) }),
  auth: 'open',
  run: async () => ({ keys: [{ key_id: 'k1' }] }),
});

/** Set by a test to see calls of `slow_work` begin and end. */
export const slowWork = { begun: () => {}, aborted: () => {} };

/** The third step falls back: progress never does. */
const STEPS = [
  [10, 'one'],
  [50, 'two'],
  [40, 'back'],
  [90, 'three'],
] as const;

const slow = defineTool({
  ...base,
  name: 'slow_work',
  title: 'Work slowly',
  family: 'jobs',
  description: 'Work until it is called off, or report progress and end at once.',
  rest: { method: 'POST', path: '/v1/slow' },
  input: z.strictObject({ wait: z.boolean().default(true).describe('true: wait to be called off') }),
  output: z.object({ done: z.boolean() }),
  async run({ wait }, { signal, progress }) {
    for (const [percent, stage] of STEPS) {
      progress(percent, stage);
      // Work takes time between two steps.
      await setTimeout(wait ? 0 : 20);
    }
    slowWork.begun();
    if (wait)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    if (wait) slowWork.aborted();
    return { done: true };
  },
});

const broken = defineTool({
  ...base,
  name: 'broken_work',
  title: 'Break',
  family: 'jobs',
  description: 'Break in a way that nobody foresaw.',
  rest: { method: 'POST', path: '/v1/broken' },
  input: z.strictObject({}),
  output: z.object({ done: z.boolean() }),
  run: async () => {
    throw new Error('secret internal text');
  },
});

export const FAKE_TOOLS: readonly Tool[] = [
  noteCreate,
  noteGet,
  notesSearch,
  noteVerify,
  noteDownload,
  noteHold,
  noteDelete,
  keysList,
  slow,
  broken,
];

export const FAKE_RESOURCES: readonly Resource[] = [
  defineResource({
    name: 'note',
    title: 'A note',
    description: 'A note of yours.',
    uri: 'evidence://notes/{note_id}',
    mediaType: 'application/json',
    async read({ note_id }, { call }) {
      const { output } = await call('note_get', { note_id });
      return { text: JSON.stringify(output), mediaType: 'application/json', untrusted: true };
    },
  }),
  defineResource({
    name: 'image',
    title: 'An image',
    description: 'Four bytes.',
    uri: 'evidence://image',
    mediaType: 'image/png',
    read: async () => ({ bytes: new Uint8Array([1, 2, 3, 4]), mediaType: 'image/png' }),
  }),
  defineResource({
    name: 'page',
    title: 'A page',
    description: 'A page of documentation.',
    uri: 'evidence://docs/{page}',
    mediaType: 'text/markdown',
    list: ({ pages }) => [...pages.keys()].map((page) => ({ uri: `evidence://docs/${page}`, title: page })),
    read: async ({ page = '' }, { pages }) => ({ text: pages.get(page) ?? '', mediaType: 'text/markdown' }),
  }),
];

export const FAKE_PROMPTS: readonly Prompt[] = [
  definePrompt({
    name: 'read_note',
    title: 'Read a note',
    description: 'Read a note and say what it is about.',
    arguments: [{ name: 'note_id', description: 'Its id', required: true }],
    tools: ['note_get'],
    build: ({ note_id }) => `Read ${note_id}.`,
  }),
  definePrompt({
    name: 'not_yet',
    title: 'Not yet',
    description: 'Needs a tool that is not there.',
    arguments: [],
    tools: ['tool_of_later'],
    build: () => '',
  }),
];
