import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningFaces, startFaces } from '../support/faces.ts';

let faces: RunningFaces;
beforeAll(async () => {
  faces = await startFaces();
});
afterAll(() => faces.close());

const text = async (path: string) => (await faces.fetch(path)).text();
const json = async (path: string) => JSON.parse(await text(path)) as Record<string, unknown>;

describe('discovery', () => {
  it('says at the root that it is well and where to go on', async () => {
    const body = await json('/');
    expect(body).toMatchObject({ status: 'ok', name: 'Affiant', version: '0.0.0-test' });
    for (const link of ['agent_card', 'openapi', 'skill', 'keys']) {
      expect((await fetch(String(body[link]))).status, link).toBe(200);
    }
  });

  it('says so when it cannot serve yet', async () => {
    faces.state.ready = false;
    const [root, ready, live] = await Promise.all(
      ['/', '/readyz', '/healthz'].map((path) => faces.fetch(path)),
    );
    faces.state.ready = true;
    expect([root?.status, ready?.status, live?.status]).toEqual([503, 503, 200]);
    expect(await root?.json()).toMatchObject({ status: 'unavailable', error: 'The database starts.' });
  });

  it('serves one card at both addresses', async () => {
    expect(await text('/.well-known/agent.json')).toBe(await text('/.well-known/agent-card.json'));
  });

  it('serves the keys as the operation does', async () => {
    expect(await json('/.well-known/affiant-keys.json')).toEqual(await json('/v1/keys'));
  });

  it.each([
    ['/openapi.json', 'application/json'],
    ['/SKILL.md', 'text/markdown; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/.well-known/agent.json', 'application/json'],
    [
      '/.well-known/api-catalog',
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    ],
  ])('serves %s as %s with an entity tag', async (path, mediaType) => {
    const first = await faces.fetch(path);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, mediaType]);
    const again = await faces.fetch(path, { headers: { 'if-none-match': first.headers.get('etag')! } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('tells a client that asks for the head alone where the catalog is', async () => {
    const { status, headers } = await faces.fetch('/.well-known/api-catalog', { method: 'HEAD' });
    expect([status, headers.get('link')]).toEqual([
      200,
      `<${faces.baseUrl}/.well-known/api-catalog>; rel="api-catalog"`,
    ]);
  });

  it('answers the links of the root at /v1, ready or not', async () => {
    const { status: _, ...links } = await json('/');
    expect(await json('/v1')).toEqual(links);
  });

  it('links only to what exists', async () => {
    const links = [...(await text('/llms.txt')).matchAll(/\]\((\S+)\)/g)].map(([, url]) => url!);
    expect(links.length).toBeGreaterThan(2);
    for (const url of links) expect((await fetch(url)).status, url).toBe(200);
  });

  it('names the same registry everywhere', async () => {
    const [card, openapi] = [await json('/.well-known/agent.json'), await json('/openapi.json')];
    expect(card['registry_digest']).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(openapi['x-registry-digest']).toBe(card['registry_digest']);
  });

  it('counts against nobody’s rate limit', async () => {
    const before = faces.audit.length;
    for (let i = 0; i < 5; i += 1) await text('/.well-known/affiant-keys.json');
    await Promise.all(['/', '/openapi.json', '/SKILL.md'].map(text));
    expect(faces.audit.length - before).toBeLessThanOrEqual(1);
  });
});

it('publishes a card with what A2A of both generations requires', async () => {
  const required = (names: string[]) => ({ required: names, type: 'object' });
  const skill = required(['id', 'name', 'description', 'tags']);
  const shared = [
    'name',
    'description',
    'version',
    'capabilities',
    'defaultInputModes',
    'defaultOutputModes',
    'skills',
  ];
  const card = await json('/.well-known/agent.json');
  const ajv = new Ajv2020({ strict: false });
  const generations = [
    {
      ...required([...shared, 'protocolVersion', 'url', 'preferredTransport']),
      properties: { skills: { items: skill } },
    },
    {
      ...required([...shared, 'supportedInterfaces']),
      properties: {
        skills: { items: skill },
        supportedInterfaces: { minItems: 1, items: required(['url', 'protocolBinding', 'protocolVersion']) },
      },
    },
  ];
  for (const schema of generations) expect(ajv.validate(schema, card), ajv.errorsText()).toBe(true);
  expect(card['pricing']).toMatchObject({
    tools: { note_create: { extract_stored: '0.075', extract_lean: '0.01' }, notes_search: '0.03' },
  });
});
