import type { ArchiveLimits } from '../../domain/archive/limits.ts';
import type { ArchiveTrust } from '../../domain/verification/port.ts';
import type { Verdict } from '../../domain/verification/verdict.ts';
import { verifyBundle } from '../../domain/verification/verify-bundle.ts';
import { answerTasks } from '../document/worker/answer-tasks.ts';
import { createNodeSha256 } from './node-sha256.ts';
import { openZip } from './zip-reader.ts';

/** What a worker is asked. */
export interface VerifyTask {
  readonly archive: Uint8Array;
  readonly trust: ArchiveTrust;
}

/** For archives of strangers: a second or two of hashing. */
const UPLOAD_LIMITS: ArchiveLimits = { maxEntries: 10_000, maxTotalBytes: 1024 ** 3, maxRatio: 200 };

answerTasks(async ({ archive, trust }: VerifyTask): Promise<Verdict> => {
  const reader = await openZip(archive, UPLOAD_LIMITS);
  try {
    return await verifyBundle(reader, { ...trust, createSha256: createNodeSha256 });
  } finally {
    reader.close();
  }
});
