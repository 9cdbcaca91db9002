import { type Command, Option } from 'commander';
import { readConfiguration } from '../composition/configuration.ts';
import { type Role, runServer } from '../composition/server.ts';
import { administrationMethods } from './beside-service.ts';
import { callMethods } from './caller.ts';
import { keyMethods } from './keys.ts';
import type { CommandContext } from './terminal.ts';

/** `affiant serve` and `affiant worker`. Both end on SIGTERM or SIGINT after what runs has ended. */
export function addServeCommands(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('run the service (REST, MCP, discovery)')
    .addOption(
      new Option('--role <role>', 'which part to run').choices(['all', 'api', 'worker']).default('all'),
    )
    .action(({ role }: { role: Role }) => serve(context, role));
  program
    .command('worker')
    .description('work on jobs only (same as serve --role worker)')
    .action(() => serve(context, 'worker'));
}

async function serve({ terminal }: CommandContext, role: Role): Promise<void> {
  const configuration = readConfiguration(terminal.env);
  const server = await runServer({
    configuration,
    env: terminal.env,
    role,
    control: { ...administrationMethods, ...keyMethods, ...callMethods },
  });
  terminal.stdout.write(`Affiant listens on ${server.baseUrl}\n`);
  if (server.firstKey) terminal.stdout.write(`API key (shown this once): ${server.firstKey}\n`);
  await untilSignal();
  await server.close();
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.once('SIGTERM', () => process.exit(1));
      process.once('SIGINT', () => process.exit(1));
      resolve();
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
}
