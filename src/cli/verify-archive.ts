import { stat } from 'node:fs/promises';
import { openFolder } from '../adapters/archive/folder-reader.ts';
import { createNodeSha256 } from '../adapters/archive/node-sha256.ts';
import { openZip } from '../adapters/archive/zip-reader.ts';
import { EvidenceError } from '../core/error.ts';
import { LOCAL_LIMITS } from '../domain/archive/limits.ts';
import { parseAddress } from '../domain/signing/address.ts';

import type { TrustedSigner, VerifyOptions } from '../domain/verification/options.ts';
import type { Verdict } from '../domain/verification/verdict.ts';
import { verdictOfOpenFailure, verifyBundle } from '../domain/verification/verify-bundle.ts';
import { readKeysFile, readSealTrust, type SealTrustArguments } from './seal-trust.ts';
import { renderVerdict } from './verify-report.ts';

/** Arguments of `affiant verify` and of the stand-alone `verify.mjs`. */
export interface VerifyArguments extends SealTrustArguments {
  /** An archive or a folder laid out as one. */
  readonly path: string;
  /** Address of the trusted signer. */
  readonly signer?: string | undefined;
  readonly trustEmbedded: boolean;
  readonly json: boolean;
}

/** Where the report goes: `process.stdout` has this shape. */
export interface VerifyOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Knows NO_COLOR and the terminal. */
  hasColors?(): boolean;
}

/** 0 verified by a trusted signer, 1 tampered or another signer, 2 undecided. */
export type VerifyExitCode = 0 | 1 | 2;

/** Exit code of each verdict. */
export const EXIT_CODES: Record<Verdict['status'], VerifyExitCode> = {
  verified: 0,
  tampered: 1,
  undecided: 2,
};

/**
 * Verify an archive or folder offline and print the report.
 *
 * @throws EvidenceError `NOT_FOUND` when the path leads nowhere, `REQUEST_INVALID` when signer or key file cannot be
 *   used: callers exit with 2.
 * @see evidence-format.md 8
 */
export async function verifyArchive(request: VerifyArguments, output: VerifyOutput): Promise<VerifyExitCode> {
  const options: VerifyOptions = {
    createSha256: createNodeSha256,
    trusted: await readTrusted(request),
    trustEmbedded: request.trustEmbedded,
    ...(await readSealTrust(request)),
  };
  const verdict = await verifyPath(request.path, options);
  const colours = output.isTTY === true && output.hasColors?.() === true;
  output.write(renderVerdict(verdict, { json: request.json, colours }));
  return EXIT_CODES[verdict.status];
}

async function verifyPath(path: string, options: VerifyOptions): Promise<Verdict> {
  const isFolder = await isFolderAt(path);
  try {
    if (isFolder) return await verifyBundle(openFolder(path, LOCAL_LIMITS), options);
    const archive = await openZip(path, LOCAL_LIMITS);
    try {
      return await verifyBundle(archive, options);
    } finally {
      archive.close();
    }
  } catch (error) {
    return verdictOfOpenFailure(error);
  }
}

async function isFolderAt(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    throw new EvidenceError('NOT_FOUND', 'No such file or folder.', {
      cause,
      hint: 'Give the path of an archive (.zip) or of the folder it was unpacked to.',
    });
  }
}

/**
 * The signers that the command line trusts.
 *
 * @throws EvidenceError `REQUEST_INVALID` when the address or the key file cannot be used.
 */
export async function readTrusted({
  signer,
  keysFile,
}: Pick<VerifyArguments, 'signer' | 'keysFile'>): Promise<readonly TrustedSigner[]> {
  if (signer !== undefined) {
    const address = parseAddress(signer);
    if (!address)
      throw new EvidenceError(
        'REQUEST_INVALID',
        '--signer must be 0x and 40 hex digits; mixed case must match EIP-55.',
      );
    return [address];
  }
  return keysFile === undefined ? [] : (await readKeysFile(keysFile)).keys;
}
