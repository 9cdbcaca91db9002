import { Command, CommanderError } from 'commander';
import { ConfigurationError } from '../composition/configuration.ts';
import { VERSION } from '../composition/version.ts';
import { EvidenceError } from '../core/error.ts';
import { addApiKeyCommands } from './apikeys.ts';
import { addCaptureCommand } from './capture.ts';
import { addCiteCommands } from './cite.ts';
import { addDoctorCommand } from './doctor.ts';
import { addKeyCommands } from './keys.ts';
import { addLedgerCommand } from './ledger.ts';
import { addMcpCommand } from './mcp.ts';
import { addMigrateCommand } from './migrate.ts';
import { addPlansCommand } from './plans.ts';
import { addServeCommands } from './serve.ts';
import type { Terminal } from './terminal.ts';
import { addVerifyCommand } from './verify.ts';

/** Run one command line. @returns the exit code: 0 done, 1 failed, 2 wrong usage (`verify` has its own). */
export async function runProgram(terminal: Terminal): Promise<number> {
  const program = new Command('affiant')
    .description('Document evidence: capture, seal, verify.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    });
  let exitCode = 0;
  const context = {
    terminal,
    exit: (code: number) => {
      exitCode = code;
    },
  };
  for (const add of [
    addServeCommands,
    addMcpCommand,
    addCaptureCommand,
    addVerifyCommand,
    addCiteCommands,
    addApiKeyCommands,
    addPlansCommand,
    addLedgerCommand,
    addKeyCommands,
    addMigrateCommand,
    addDoctorCommand,
  ]) {
    add(program, context);
  }
  try {
    await program.parseAsync([...terminal.argv]);
    return exitCode;
  } catch (error) {
    const code = explain(error, terminal);
    // Set before the failure: where 1 means tampered, what cannot be judged ends with 2.
    return exitCode === 0 ? code : exitCode;
  }
}

/** Tell a failure on stderr as an operator reads it. */
function explain(error: unknown, { stderr }: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ConfigurationError) {
    stderr.write(`The configuration is not valid:\n${error.message.replace(/^/gm, '  ')}\n`);
    return 2;
  }
  if (error instanceof EvidenceError) {
    stderr.write(`${error.message} (${error.code})\n${error.hint}\n`);
    return 1;
  }
  if (isSystemError(error)) {
    stderr.write(`${SYSTEM_ERRORS[error.code] ?? error.message}${error.path ? ` (${error.path})` : ''}\n`);
    return 1;
  }
  stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return 1;
}

/** Everyday mistakes, told without a stack. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program listens on this port: set PORT to a free one.',
  EACCES: 'Not allowed.',
  ENOENT: 'No such file or folder.',
  EISDIR: 'This is a folder, not a file.',
};

const isSystemError = (error: unknown): error is Error & { code: string; path?: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code in SYSTEM_ERRORS;
