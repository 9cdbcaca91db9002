import { expect, it } from 'vitest';
import { EvidenceError } from '../../src/core/error.ts';
import { AUTH, startFaces } from '../support/faces.ts';
import { FAKE_TOOLS, NOTE_ID } from '../support/fake-tools.ts';
import { fuzzOpenapi } from '../support/fuzz-openapi.ts';

/** Tools that hang or break on purpose answer 5xx by design. */
const tools = FAKE_TOOLS.filter(({ name }) => name !== 'slow_work' && name !== 'broken_work');

it('keeps every promise of /openapi.json under 600 requests', { timeout: 60_000 }, async () => {
  await using faces = await startFaces({ tools });
  const report = await fuzzOpenapi({
    baseUrl: faces.baseUrl,
    headers: AUTH,
    requests: 600,
    seed: 20261120,
    known: { id: NOTE_ID },
  });
  expect(report.faults).toEqual([]);
  expect(report.requests).toBeGreaterThanOrEqual(600);
  // A fuzzer that only ever met refusals would prove little.
  expect(Object.keys(report.tally).filter((key) => / 20\d$/.test(key)).length).toBeGreaterThanOrEqual(
    tools.length - 1,
  );
  expect(faces.faults).toEqual([]);
});

it('finds what a tool promised and did not keep', { timeout: 60_000 }, async () => {
  const [note] = tools.filter(({ name }) => name === 'note_get');
  const undeclared = {
    ...note!,
    name: 'note_undeclared',
    rest: { ...note!.rest, path: '/v1/undeclared/{id}' as const },
    run: async () => {
      throw new EvidenceError('LEGAL_HOLD');
    },
  };
  const broken = FAKE_TOOLS.filter(({ name }) => name === 'broken_work');
  await using faces = await startFaces({ tools: [undeclared, ...broken] });
  const { faults } = await fuzzOpenapi({
    baseUrl: faces.baseUrl,
    headers: AUTH,
    requests: 40,
    seed: 1,
    known: { id: NOTE_ID },
  });
  expect(faults.join('\n')).toMatch(/the status 409 is not documented/);
  expect(faults.join('\n')).toMatch(/the status is 500/);
});
