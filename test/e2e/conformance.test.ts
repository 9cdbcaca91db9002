import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/api.ts';
import { type Revision, runConformance } from '../support/conformance.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

it.each<Revision>(['2025-11-25', '2026-07-28'])(
  'affiant serve passes the generic scenarios of the conformance suite, revision %s',
  { timeout: 120_000 },
  async (revision) => {
    const { exitCode, text } = await runConformance(`${service.baseUrl}/mcp`, revision);
    expect(exitCode, text).toBe(0);
  },
);
