import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Revisions of the protocol with a frozen set of required scenarios. */
export type Revision = '2025-11-25' | '2026-07-28';

/** The suite calls tools, resources and prompts of fixed names (`test_simple_text`, `test://static-text`, …). */
const NEEDS_FIXTURES = [
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
];

/** Optional capabilities that this server does not declare: log messages, completion, subscriptions, asking the client. */
const NOT_OFFERED: Readonly<Record<Revision, readonly string[]>> = {
  '2025-11-25': [
    'logging-set-level',
    'completion-complete',
    'tools-call-with-logging',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'resources-subscribe',
    'resources-unsubscribe',
    // Without sessions there is nothing to open a second stream in.
    'server-sse-multiple-streams',
  ],
  '2026-07-28': [
    'completion-complete',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-non-tool-request',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
    // Single checks that the suite can make only with its diagnostic tools.
    'server-stateless:sep-2575-server-rejects-undeclared-capability',
    'server-stateless:sep-2575-missing-capability-http-400',
    'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
    'server-stateless:sep-2575-server-no-log-without-loglevel',
  ],
};

/** Exit code 0: every scenario that is not expected to fail passed, and every expected one still fails. */
export interface ConformanceReport {
  readonly exitCode: number;
  /** The suite's own text, for the reader of a failure. */
  readonly text: string;
}

/** Run the official suite's required scenarios of `revision` against a running server. */
export async function runConformance(mcpUrl: string, revision: Revision): Promise<ConformanceReport> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const baseline = join(folder, 'expected.yml');
  const expected = [...NEEDS_FIXTURES, ...NOT_OFFERED[revision]].map((scenario) => `  - ${scenario}`);
  await writeFile(baseline, `server:\n${expected.join('\n')}\n`);
  const program = new URL(
    '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
    import.meta.url,
  ).pathname;
  const args = [
    'server',
    '--url',
    mcpUrl,
    '--requirements',
    revision,
    '--expected-failures',
    baseline,
    '-o',
    folder,
  ];
  try {
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        [program, ...args],
        { cwd: folder, timeout: 120_000 },
        (error, stdout, stderr) => {
          resolve({
            exitCode: error ? Number(error.code ?? 1) : 0,
            text: stdout.slice(stdout.indexOf('=== SUMMARY')) + stderr,
          });
        },
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
