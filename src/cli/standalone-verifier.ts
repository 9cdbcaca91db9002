import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EvidenceError } from '../core/error.ts';
import { type VerifyArguments, verifyArchive } from './verify-archive.ts';

// Entry of resources/verify/verify.mjs: bundled into one file, runs on Node 18 and later.

const USAGE = `Usage: node verify.mjs [archive or folder] [--signer 0x… | --keys file] [--trust-embedded] [--json]
       [--log-key vkey] [--witness vkey]… [--tsa-roots file.pem]

Checks an evidence bundle offline. Without a path: the folder above this file.
  --signer 0x…      the signer's address, known from outside the bundle
  --keys file       a saved /.well-known/affiant-keys.json of the service
  --trust-embedded  accept the key list inside the bundle (shows self-consistency only)
  --log-key vkey    verifier key of the log (a key list names it too)
  --witness vkey    verifier key of a witness that you trust; may be given again
  --tsa-roots file  roots of timestamping authorities that you trust, PEM
  --json            print the verdict as JSON
Exit code: 0 verified by a trusted signer, 1 tampered or another signer, 2 undecided.
`;

function readArguments(): VerifyArguments {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      signer: { type: 'string' },
      keys: { type: 'string' },
      'log-key': { type: 'string' },
      witness: { type: 'string', multiple: true },
      'tsa-roots': { type: 'string' },
      'trust-embedded': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  if (positionals.length > 1 || (values.signer && values.keys)) throw new TypeError('too many arguments');
  return {
    path: positionals[0] ?? fileURLToPath(new URL('..', import.meta.url)),
    signer: values.signer,
    keysFile: values.keys,
    logKey: values['log-key'],
    witnesses: values.witness,
    tsaRootsFile: values['tsa-roots'],
    trustEmbedded: values['trust-embedded'],
    json: values.json,
  };
}

try {
  process.exitCode = await verifyArchive(readArguments(), process.stdout);
} catch (error) {
  process.stderr.write(error instanceof EvidenceError ? `${error.message}\n` : USAGE);
  process.exitCode = 2;
}
