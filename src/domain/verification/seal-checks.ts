import { fromUtf8, toHex } from '../../core/bytes.ts';
import { MAX_PROOF_LENGTH } from '../checkpoint/log-proof.ts';
import { bundleEntry } from '../log/entry.ts';
import { MAX_SIGNATURE_BYTES } from '../signing/signature.ts';
import { type BundleFiles, readSmallFile } from './bundle-files.ts';
import { checkCustody } from './custody-check.ts';
import { earliest } from './earliest.ts';
import { type Finding, found } from './finding.ts';
import { AGELESS, type IndependentAge } from './key-time-check.ts';
import {
  type ExaminedLog,
  examineLogProof,
  LOG_PROOF_PATH,
  type LogPlace,
  unexaminedLog,
} from './log-checks.ts';
import type { VerifyOptions } from './options.ts';
import { examineTimestamps } from './timestamp-check.ts';
import type { Trust } from './trust.ts';

/** Ids of the checks that need a seal which is added after sealing. */
export const SEAL_CHECK_IDS: ReadonlySet<string> = new Set([
  'custody_chain',
  'log_inclusion',
  'checkpoint_signature',
  'timestamps',
  'attestation',
]);

/** The checks of the seals, and what they say of the bundle's age. */
export interface ExaminedSeals {
  readonly findings: readonly Finding[];
  readonly age: IndependentAge;
  readonly place: LogPlace | null;
  /** The bundle existed not later than this, says somebody other than the signer. */
  readonly notLaterThan: Date | null;
}

/** What the seals are about. */
export interface SealSubject {
  readonly bundleId: string;
  readonly manifestSha256: string;
  readonly trust: Trust;
  readonly options: VerifyOptions;
}

/** No seal was looked at. */
export const unexaminedSeals = (status: 'absent' | 'unknown', detail: string): ExaminedSeals => ({
  findings: [...SEAL_CHECK_IDS].map((id) => found(id, status, detail)),
  age: AGELESS,
  place: null,
  notLaterThan: null,
});

/** Check what was added after sealing. Nothing signs those files: each stands for itself. */
export async function examineSeals(files: BundleFiles, subject: SealSubject): Promise<ExaminedSeals> {
  const { bundleId, manifestSha256, trust, options } = subject;
  const { timestampRoots = [], custodyHead = null } = options;
  const custody = await checkCustody(files, {
    bundleId,
    manifestSha256,
    trusted: trust.signers,
    knownHead: custodyHead,
  });
  // Log and timestamps are about the very bytes, whatever their check as a signature says.
  const signature = await readSmallFile(files, 'signature.json', MAX_SIGNATURE_BYTES);
  const signatureBytes = signature.kind === 'bytes' ? signature.bytes : new Uint8Array();
  const log = await examineLog(files, subject, signatureBytes);
  const { finding, stampedAt } = await examineTimestamps(files, signatureBytes, timestampRoots);
  return {
    findings: [custody, ...log.findings, finding, checkAttestation(files)],
    age: { leafIndex: log.place?.leafIndex ?? null, stampedAt },
    place: log.place,
    notLaterThan: earliest([stampedAt, log.place?.witnessedAt].filter((time) => time instanceof Date)),
  };
}

async function examineLog(
  files: BundleFiles,
  { bundleId, manifestSha256, trust, options }: SealSubject,
  signatureBytes: Uint8Array,
): Promise<ExaminedLog> {
  const read = await readSmallFile(files, LOG_PROOF_PATH, MAX_PROOF_LENGTH);
  if (read.kind === 'missing') return unexaminedLog('absent', 'The bundle carries no log proof.');
  if (read.kind !== 'bytes')
    return unexaminedLog('unknown', 'The log proof is too large or could not be read.');
  const hash = files.createSha256();
  hash.update(signatureBytes);
  const entry = bundleEntry({ bundleId, manifestSha256, signatureSha256: toHex(hash.digest()) });
  return examineLogProof(textOf(read.bytes), entry, { log: trust.log, witnesses: options.witnesses ?? [] });
}

/** Not UTF-8: a text that is no proof. */
function textOf(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch {
    return '';
  }
}

const checkAttestation = ({ sizes }: BundleFiles): Finding =>
  sizes.has('seals/attestation.json')
    ? found(
        'attestation',
        'unknown',
        'The bundle carries an attestation, which needs its chain to be checked.',
      )
    : found('attestation', 'absent', 'The bundle carries no attestation.');
