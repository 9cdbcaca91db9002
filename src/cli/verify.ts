import type { Command } from 'commander';
import type { CommandContext } from './terminal.ts';
import { verifyArchive } from './verify-archive.ts';

interface Options {
  readonly signer?: string;
  readonly keys?: string;
  readonly trustEmbedded?: boolean;
  readonly json?: boolean;
}

/** `affiant verify`: check an archive offline. Exit code 0 verified, 1 tampered or another signer, 2 undecided. */
export function addVerifyCommand(program: Command, { terminal, exit }: CommandContext): void {
  program
    .command('verify')
    .description('check an archive or folder offline (exit code 0 verified, 1 tampered, 2 undecided)')
    .argument('<archive>', 'archive (.zip) or folder laid out as one')
    .option('--signer <address>', 'address of the signer you trust (0x…), known from outside the archive')
    .option('--keys <file>', 'key list you trust, as saved from /.well-known/affiant-keys.json')
    .option('--trust-embedded', 'accept the key list inside the archive: shows self-consistency only')
    .option('--json', 'print the verdict as JSON')
    .action(async (path: string, { signer, keys, trustEmbedded = false, json = false }: Options) => {
      // Wrong arguments are undecided (2), not tampered (1).
      exit(2);
      exit(await verifyArchive({ path, signer, keysFile: keys, trustEmbedded, json }, terminal.stdout));
    });
}
