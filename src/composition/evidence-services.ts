import { readFile } from 'node:fs/promises';
import { release, type } from 'node:os';
import { zipArchiveWriter } from '../adapters/archive/zip-writer.ts';
import { createJobPayments } from '../adapters/payment/job-payments.ts';
import { systemClock } from '../core/clock.ts';
import { BundleService } from '../domain/bundle/bundle-service.ts';
import { Publisher } from '../domain/bundle/publisher.ts';
import { createSealRefresher } from '../domain/bundle/seal-refresher.ts';
import { ExtractService } from '../domain/capture/extract-service.ts';
import type { CheckpointService } from '../domain/checkpoint/checkpoint-service.ts';
import type { Witness } from '../domain/checkpoint/port.ts';
import { JobService } from '../domain/job/job-service.ts';
import { parseNoteKey } from '../domain/note/note-key.ts';
import { createArchiveVerification } from '../domain/verification/archive-verification.ts';
import type { ArchiveVerifier } from '../domain/verification/port.ts';
import { VerificationService } from '../domain/verification/verification-service.ts';
import type { Services } from '../operation/services.ts';
import type { Accounting } from './accounting.ts';
import type { Capturing } from './capturing.ts';
import type { Configuration } from './configuration.ts';
import { openCustody } from './custody.ts';
import type { Monitoring } from './monitoring.ts';
import { projectPath } from './project-path.ts';
import type { Storage } from './storage.ts';
import type { Timestamping } from './timestamping.ts';
import { VERSION } from './version.ts';

/** What the evidence services are made of. */
export interface EvidenceParts {
  readonly storage: Storage;
  readonly capturing: Capturing;
  readonly checkpoints: CheckpointService;
  readonly witnesses: readonly Witness[];
  readonly timestamping: Timestamping;
  readonly archiveVerifier: ArchiveVerifier;
  readonly configuration: Configuration;
}

/** Join everything that captures, seals, verifies and keeps custody. */
export async function joinEvidence({
  storage,
  capturing: { capturer },
  checkpoints,
  witnesses,
  timestamping,
  archiveVerifier,
  configuration,
}: EvidenceParts): Promise<
  Omit<Services, keyof Accounting['services'] | keyof Monitoring['services'] | 'prices' | 'webhooks'>
> {
  const { bundles: repository, store, signing, files } = storage;
  const bundles = new BundleService({
    repository,
    store,
    archives: zipArchiveWriter,
    seals: createSealRefresher({ store, checkpoints, witnesses: witnesses.length }),
  });
  const { custody, deletions } = openCustody(storage, bundles);
  const publisher = new Publisher({
    store,
    repository,
    signer: signing.signer,
    keys: signing.directory,
    log: checkpoints.publicKey(),
    recordHold: (ownerId, bundleId) => custody.recordHold(ownerId, bundleId),
    clock: systemClock,
    software: {
      service: 'affiant',
      version: VERSION,
      node: process.versions.node,
      os: `${type()} ${release()}`,
    },
    verifier: {
      readme: await readFile(projectPath('resources/verify/README.md')),
      program: await readFile(projectPath('resources/verify/verify.mjs')),
    },
  });
  const extracts = new ExtractService({
    capturer,
    publisher,
    jobs: storage.jobs,
    files,
    bundles: repository,
    clock: systemClock,
    secretKey: storage.jobSecret,
    maxUploadBytes: configuration.AFFIANT_MAX_UPLOAD_BYTES,
  });
  const seals = {
    log: parseNoteKey(checkpoints.publicKey().vkey),
    witnesses: witnesses.map(({ key }) => key),
    timestampRoots: timestamping.roots,
  };
  const verification = new VerificationService({
    bundles,
    keys: signing.directory,
    custodyHead: (bundleId) => custody.knownHead(bundleId),
    seals,
    clock: systemClock,
  });
  const archives = createArchiveVerification({
    verifier: archiveVerifier,
    ownTrust: async () => ({ ...seals, trusted: await signing.directory.list() }),
    clock: systemClock,
  });
  const keys = signing.directory;
  const jobs = new JobService(storage.jobs, files, createJobPayments(storage.database));
  return { extracts, bundles, verification, archives, custody, deletions, checkpoints, jobs, keys };
}
