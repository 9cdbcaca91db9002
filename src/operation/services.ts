import type { Plans } from '../domain/account/plan.ts';
import type { BillingService } from '../domain/billing/billing-service.ts';
import type { BundleService } from '../domain/bundle/bundle-service.ts';
import type { ExtractService } from '../domain/capture/extract-service.ts';
import type { CheckpointService } from '../domain/checkpoint/checkpoint-service.ts';
import type { CustodyService } from '../domain/custody/custody-service.ts';
import type { DeletionService } from '../domain/deletion/deletion-service.ts';
import type { FeedbackRepository } from '../domain/feedback/port.ts';
import type { JobService } from '../domain/job/job-service.ts';
import type { MonitorService } from '../domain/monitor/monitor-service.ts';
import type { MonitorEvidence } from '../domain/monitor-evidence/evidence.ts';
import type { PriceRow } from '../domain/payment/price-row.ts';
import type { QuotaService } from '../domain/payment/quota.ts';
import type { KeyDirectory } from '../domain/signing/port.ts';
import type { ArchiveVerification } from '../domain/verification/archive-verification.ts';
import type { VerificationService } from '../domain/verification/verification-service.ts';
import type { WebhookService } from '../domain/webhook/webhook-service.ts';

/** Ready services that a tool receives. Joined in `src/composition`. */
export interface Services {
  readonly extracts: ExtractService;
  readonly bundles: BundleService;
  readonly verification: VerificationService;
  readonly archives: ArchiveVerification;
  readonly checkpoints: CheckpointService;
  readonly custody: CustodyService;
  readonly deletions: DeletionService;
  readonly jobs: JobService;
  readonly keys: KeyDirectory;
  readonly quota: QuotaService;
  readonly plans: Plans;
  readonly prices: readonly PriceRow[];
  readonly feedback: FeedbackRepository;
  readonly billing: BillingService;
  readonly webhooks: WebhookService;
  readonly monitors: MonitorService;
  readonly monitorEvidence: MonitorEvidence;
}
