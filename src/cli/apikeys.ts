import type { Command } from 'commander';
import type { ApiKeyState } from '../domain/account/api-key.ts';
import type { ApiKeyRow } from './administration.ts';
import { withAdministration } from './beside-service.ts';
import type { CommandContext } from './terminal.ts';

/** `affiant apikeys create|list|suspend|resume|revoke`. */
export function addApiKeyCommands(program: Command, context: CommandContext): void {
  const { stdout } = context.terminal;
  const apikeys = program.command('apikeys').description('API keys of this service');
  apikeys
    .command('create')
    .description('make a key; it is printed this once')
    .option('--plan <plan>', 'plan of the key', 'free')
    .option('--email <address>', 'e-mail of its owner, as used at checkout')
    .option('--json', 'print JSON')
    .action(async ({ plan, email, json }: { plan: string; email?: string; json?: boolean }) => {
      const made = await withAdministration(context, (keys) => keys.create({ plan, email: email ?? null }));
      stdout.write(
        json
          ? `${JSON.stringify(made)}\n`
          : `${made.key}\n  id ${made.id}, plan ${made.plan}. The key is not shown again.\n`,
      );
    });
  apikeys
    .command('list')
    .description('list every key, without secrets')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const keys = await withAdministration(context, (administration) => administration.list());
      stdout.write(json ? `${JSON.stringify({ keys })}\n` : formatRows(keys));
    });
  for (const [name, state, description] of STATE_COMMANDS) {
    apikeys
      .command(name)
      .argument('<id>', 'id of the key, with or without afk_')
      .description(description)
      .action(async (id: string) => {
        const row = await withAdministration(context, (keys) => keys.setState({ id, state }));
        stdout.write(`${row.id} is ${row.state}\n`);
        // Revoked is final: what was asked for did not happen.
        if (row.state !== state) context.exit(1);
      });
  }
}

const STATE_COMMANDS: readonly (readonly [string, ApiKeyState, string])[] = [
  ['suspend', 'suspended', 'refuse a key until it is resumed (403)'],
  ['resume', 'active', 'accept a suspended key again'],
  ['revoke', 'revoked', 'refuse a key for good (403)'],
];

function formatRows(keys: readonly ApiKeyRow[]): string {
  if (keys.length === 0) return 'No keys. Make one: affiant apikeys create\n';
  const rows = keys.map((key) => [key.id, key.state, key.plan, key.created_at, key.email ?? '']);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
