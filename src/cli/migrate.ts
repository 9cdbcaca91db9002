import type { Command } from 'commander';
import { readConfiguration } from '../composition/configuration.ts';
import { findRunningService, withAdministration } from './beside-service.ts';
import type { CommandContext } from './terminal.ts';

/** `affiant migrate`: bring the tables up to date without serving. */
export function addMigrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description('bring the database up to date (serve does it by itself)')
    .action(async () => {
      const running = await findRunningService(readConfiguration(context.terminal.env));
      // Opening the database migrates it; a running service has done so.
      if (!running) await withAdministration(context, async () => {});
      context.terminal.stdout.write('The database is up to date.\n');
    });
}
