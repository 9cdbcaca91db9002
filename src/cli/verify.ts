import type { Command } from 'commander';
import type { CommandContext } from './terminal.ts';
import { type VerifyArguments, verifyArchive } from './verify-archive.ts';

interface Options {
  readonly signer?: string;
  readonly keys?: string;
  readonly logKey?: string;
  readonly witness?: string[];
  readonly tsaRoots?: string;
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
    .option('--log-key <vkey>', 'verifier key of the log you trust (a key list names it too)')
    .option('--witness <vkey...>', 'verifier keys of witnesses you trust')
    .option('--tsa-roots <file>', 'roots of timestamping authorities you trust, PEM')
    .option('--trust-embedded', 'accept the key list inside the archive: shows self-consistency only')
    .option('--json', 'print the verdict as JSON')
    .action(async (path: string, options: Options) => {
      // Wrong arguments are undecided (2), not tampered (1).
      exit(2);
      exit(await verifyArchive(toArguments(path, options), terminal.stdout));
    });
}

const toArguments = (path: string, options: Options): VerifyArguments => ({
  path,
  signer: options.signer,
  keysFile: options.keys,
  logKey: options.logKey,
  witnesses: options.witness,
  tsaRootsFile: options.tsaRoots,
  trustEmbedded: options.trustEmbedded ?? false,
  json: options.json ?? false,
});
