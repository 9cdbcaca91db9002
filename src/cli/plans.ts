import type { Command } from 'commander';
import { readConfiguration } from '../composition/configuration.ts';
import { readPlans } from '../composition/plans-file.ts';
import type { CommandContext } from './terminal.ts';

/** `affiant plans`: what API keys can be made for. */
export function addPlansCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('plans')
    .description('list the plans of API keys (plans.json in the data folder changes them)')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const plans = [...(await readPlans(readConfiguration(terminal.env).AFFIANT_DATA_DIR)).values()];
      const rows = plans.map(({ id, monthlyCredits }) => ({ id, monthly_credits: monthlyCredits }));
      terminal.stdout.write(
        json
          ? `${JSON.stringify({ plans: rows })}\n`
          : rows
              .map(({ id, monthly_credits }) => `${id.padEnd(12)}${monthly_credits} credits a month\n`)
              .join(''),
      );
    });
}
