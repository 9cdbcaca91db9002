import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { Listr } from 'listr2';
import { readConfiguration } from '../composition/configuration.ts';
import { EvidenceError } from '../core/error.ts';
import { ERRORS, type ErrorCode } from '../core/error-codes.ts';
import type { Pipeline } from '../operation/pipeline.ts';
import { operatorCall } from './caller.ts';
import type { CommandContext } from './terminal.ts';
import { withPipeline } from './with-pipeline.ts';

interface Options {
  readonly include?: string;
  readonly pages?: string;
  readonly json?: boolean;
}

type Answer = Readonly<Record<string, unknown>>;

/** Between two looks at a job: quick captures end quickly, long ones spare the rate limit. */
const POLL_MS = { first: 250, most: 2000 } as const;
const FINAL = new Set(['complete', 'failed', 'cancelled']);

/** `affiant capture <url|file>`: one bundle, as owner `local` or the owner of AFFIANT_API_KEY. */
export function addCaptureCommand(program: Command, context: CommandContext): void {
  const { terminal } = context;
  program
    .command('capture')
    .description('capture a URL or a file into an evidence bundle')
    .argument('<source>', 'http(s) URL, or path of a file')
    .option('--include <list>', 'artifacts, e.g. screenshot,pdf,markdown,html')
    .option('--pages <first-last>', 'pages of a PDF file')
    .option('--json', 'print the bundle as JSON')
    .action(async (source: string, options: Options) => {
      const configuration = readConfiguration(terminal.env);
      const input = { ...(await toSource(source)), ...toFields(options) };
      const bundle = await withPipeline(context, configuration, (pipeline) =>
        withProgress(terminal.stderr.isTTY === true && !options.json, source, (tell) =>
          captureBundle((operation, fields) => callOperation(pipeline, operation, fields), input, tell),
        ),
      );
      terminal.stdout.write(options.json ? `${JSON.stringify(bundle)}\n` : describe(bundle));

      async function callOperation(
        pipeline: Pick<Pipeline, 'call'>,
        operation: string,
        fields: unknown,
      ): Promise<Answer> {
        return (await pipeline.call(operatorCall(configuration, operation, fields))).output;
      }
    });
}

async function toSource(source: string): Promise<Answer> {
  if (/^https?:/i.test(source)) return { source };
  const bytes = await readFile(source);
  return { file: { base64: bytes.toString('base64'), filename: basename(source) } };
}

const toFields = ({ include, pages }: Options): Answer => ({
  ...(include && { include: include.split(',').map((name) => name.trim()) }),
  ...(pages && { pages }),
});

type CallOperation = (operation: string, input: unknown) => Promise<Answer>;

async function captureBundle(
  call: CallOperation,
  input: Answer,
  tell: (text: string) => void,
): Promise<Answer> {
  const { job_id } = await call('extract', input);
  for (let pauseMs: number = POLL_MS.first; ; pauseMs = Math.min(pauseMs * 2, POLL_MS.most)) {
    const job = await call('job_get', { job_id });
    tell(`${job['progress_pct']} % ${job['progress_message'] ?? job['status']}`);
    if (FINAL.has(String(job['status']))) return ended(job);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function ended(job: Answer): Answer {
  if (job['status'] === 'complete') return job['result'] as Answer;
  const code = String(job['error_code']) as ErrorCode;
  throw new EvidenceError(
    code in ERRORS ? code : 'INTERNAL',
    String(job['error'] ?? 'The capture was cancelled.'),
  );
}

async function withProgress<T>(
  isShown: boolean,
  source: string,
  work: (tell: (text: string) => void) => Promise<T>,
): Promise<T> {
  if (!isShown) return work(() => {});
  let result: T | undefined;
  const tasks = new Listr([
    {
      title: `Capturing ${source}`,
      task: async (_context, task) => {
        result = await work((text) => {
          task.output = text;
        });
      },
    },
  ]);
  await tasks.run();
  return result as T;
}

function describe(bundle: Answer): string {
  const metadata = bundle['metadata'] as Answer;
  const artifacts = bundle['artifacts'] as Record<string, { size: number; path: string }>;
  const lines = [
    `bundle    ${bundle['bundle_id']}`,
    `manifest  ${bundle['manifest_sha256']}`,
    `signer    ${(bundle['signature'] as Answer)['signer_address']}`,
    `outcome   ${metadata['outcome']}, ${metadata['word_count']} words`,
    ...Object.values(artifacts).map(({ path, size }) => `          ${path} (${size} bytes)`),
  ];
  return `${lines.join('\n')}\n`;
}
