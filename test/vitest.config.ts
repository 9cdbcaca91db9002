import { defineConfig } from 'vitest/config';

/** Where CI wants the counts. */
const report = process.env['AFFIANT_TEST_REPORT'];

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    globalSetup: [],
    // Real browsers and servers on a busy CI machine: once more there, and the report says which; twice is a failure.
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 3,
    coverage: { include: ['src/**', 'tools/**', 'http/**'] },
  },
});
