import type { Command } from 'commander';
import { readConfiguration } from '../composition/configuration.ts';
import { examine } from '../composition/examination.ts';
import type { Finding } from '../composition/finding.ts';
import { findRunningService } from './beside-service.ts';
import type { CommandContext } from './terminal.ts';

const MARKS: Record<Finding['state'], string> = { ok: '✓', off: '–', fault: '✗' };

/** `affiant doctor`: what was found on this machine, one line each, with the mend. Exit code 1 on a fault. */
export function addDoctorCommand(program: Command, { terminal, exit }: CommandContext): void {
  program
    .command('doctor')
    .description('say what was found on this machine and how to mend what is missing')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const configuration = readConfiguration(terminal.env);
      const running = await findRunningService(configuration);
      const findings = await examine({ configuration, env: terminal.env, runningPid: running?.pid ?? null });
      terminal.stdout.write(
        json ? `${JSON.stringify({ findings })}\n` : findings.map(formatFinding).join(''),
      );
      exit(findings.some(({ state }) => state === 'fault') ? 1 : 0);
    });
}

const formatFinding = ({ subject, state, detail, mend }: Finding): string =>
  `${MARKS[state]} ${subject.padEnd(10)} ${detail}${mend ? `\n             -> ${mend}` : ''}\n`;
