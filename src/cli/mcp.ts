import type { Command } from 'commander';
import { serveMcpStdio } from '../../http/mcp/stdio.ts';
import { createLogger } from '../adapters/log/logger.ts';
import { type Configuration, readConfiguration } from '../composition/configuration.ts';
import { openStdioParts } from '../composition/stdio-parts.ts';
import { administrationMethods, findRunningService } from './beside-service.ts';
import { callMethods, remotePipeline } from './caller.ts';
import { keyMethods } from './keys.ts';
import type { CommandContext } from './terminal.ts';

/** `affiant mcp`: MCP over stdio, for an agent on this machine. Ends when stdin ends. */
export function addMcpCommand(program: Command, { terminal }: CommandContext): void {
  program
    .command('mcp')
    .description('speak MCP on stdin and stdout (owner local, or the owner of AFFIANT_API_KEY)')
    .action(async () => {
      const configuration = readConfiguration(terminal.env);
      const logger = createLogger(configuration.LOG_LEVEL);
      const running = await findRunningService(configuration);
      const { parts, close } = await openStdioParts({
        configuration,
        env: terminal.env,
        logger,
        remote: running && remotePipeline(running),
        control: { ...administrationMethods, ...keyMethods, ...callMethods },
      });
      const ended = untilEnded();
      const handle = serveMcpStdio(parts, credentialsOf(configuration), {
        stdin: process.stdin,
        stdout: process.stdout,
      });
      await ended;
      await handle.close();
      await close();
    });
}

const credentialsOf = (configuration: Configuration) => ({
  apiKeys: configuration.AFFIANT_API_KEY ? [configuration.AFFIANT_API_KEY] : [],
  address: null,
  local: true,
});

/** Resolves when the client hangs up or the process is told to stop. */
function untilEnded(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.once('SIGTERM', () => resolve()).once('SIGINT', () => resolve());
  });
}
