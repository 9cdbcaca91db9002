import { expect, it } from 'vitest';
import { type Revision, runConformance } from '../../support/conformance.ts';
import { startFaces } from '../../support/faces.ts';
import { FAKE_PROMPTS, FAKE_RESOURCES } from '../../support/fake-tools.ts';

it.each<Revision>(['2025-11-25', '2026-07-28'])('conforms to %s', { timeout: 150_000 }, async (revision) => {
  await using faces = await startFaces({ resources: FAKE_RESOURCES, prompts: FAKE_PROMPTS });
  const { exitCode, text } = await runConformance(`${faces.baseUrl}/mcp`, revision);
  expect(exitCode, text).toBe(0);
  for (const scenario of ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']) {
    expect(text).toMatch(new RegExp(`✓ ${scenario}: [1-9]`));
  }
});
