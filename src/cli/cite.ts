import type { Command } from 'commander';
import { createNodeSha256 } from '../adapters/archive/node-sha256.ts';
import { citeBundle } from '../domain/citation/portable-cite.ts';
import type { CitationAnswer } from '../domain/citation/prove-citation.ts';
import { useBundle } from './open-bundle.ts';
import type { CommandContext } from './terminal.ts';
import { type ProofOptions, verifyCitation } from './verify-citation.ts';

/** `affiant cite` and `affiant verify-citation`: make and check citation proofs offline. */
export function addCiteCommands(program: Command, { terminal, exit }: CommandContext): void {
  program
    .command('cite')
    .description(
      'prove that a quote stands in an archive or folder; prints a citation proof (exit code 1: not there)',
    )
    .argument('<bundle>', 'archive (.zip) or folder laid out as one')
    .argument('<quote>', 'the words, as they stand in the text')
    .option('--chunk <id>', 'look only in this chunk, e.g. chunk_0001')
    .action(async (path: string, text: string, { chunk }: { chunk?: string }) => {
      const question = { chunkId: chunk ?? null, text };
      const { answer, proof } = await useBundle(path, (reader) =>
        citeBundle(reader, question, createNodeSha256),
      );
      if (proof) return void terminal.stdout.write(`${JSON.stringify(proof, null, 2)}\n`);
      terminal.stderr.write(explainAbsence(answer));
      exit(1);
    });

  program
    .command('verify-citation')
    .description('check a citation proof offline (exit code 0 verified, 1 false, 2 undecided)')
    .argument('<proof>', 'file that affiant cite or citation_verify made')
    .option('--signer <address>', 'address of the signer you trust (0x…), known from outside the proof')
    .option('--keys <file>', 'key list you trust, as saved from /.well-known/affiant-keys.json')
    .option('--trust-embedded', 'accept the signer that the proof names: shows self-consistency only')
    .option('--json', 'print the verdict as JSON')
    .action(async (path: string, options: ProofOptions) => {
      // Wrong arguments are undecided (2), not false (1).
      exit(2);
      exit(await verifyCitation(path, options, terminal.stdout));
    });
}

function explainAbsence({ spans_chunks: [first, ...rest] }: CitationAnswer): string {
  const last = rest.at(-1);
  if (first === undefined || last === undefined)
    return 'The text of this bundle does not have these words.\n';
  return `These words run from ${first} to ${last}: quote a part that stands in one of them.\n`;
}
