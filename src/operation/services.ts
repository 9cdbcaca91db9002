import type { BundleService } from '../domain/bundle/bundle-service.ts';
import type { ExtractService } from '../domain/capture/extract-service.ts';
import type { CheckpointService } from '../domain/checkpoint/checkpoint-service.ts';
import type { JobRepository } from '../domain/job/port.ts';
import type { KeyDirectory } from '../domain/signing/port.ts';
import type { VerificationService } from '../domain/verification/verification-service.ts';

/** Ready services that a tool receives. Joined in `src/composition`. */
export interface Services {
  readonly extracts: ExtractService;
  readonly bundles: BundleService;
  readonly verification: VerificationService;
  readonly checkpoints: CheckpointService;
  readonly jobs: JobRepository;
  readonly keys: KeyDirectory;
}
