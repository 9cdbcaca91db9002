import { startCheckpointing } from '../domain/checkpoint/start-checkpointing.ts';
import { type SweepTask, startSweeper } from '../domain/deletion/start-sweeper.ts';
import type { SignInService } from '../domain/sign-in/sign-in-service.ts';
import type { Services } from '../operation/services.ts';
import type { Accounting } from './accounting.ts';
import { captureConcurrency } from './capturing.ts';
import type { Configuration } from './configuration.ts';
import { startJobWorker } from './job-worker.ts';
import type { Monitoring } from './monitoring.ts';
import type { Storage } from './storage.ts';
import type { Timestamping } from './timestamping.ts';
import type { WalletPayments } from './wallet-payments.ts';
import type { Deliveries } from './webhooks.ts';

/** What works beside the calls. */
export interface BackgroundParts {
  readonly storage: Storage;
  readonly services: Services;
  readonly accounting: Accounting;
  readonly payments: WalletPayments | null;
  readonly signIns: SignInService | null;
  readonly timestamping: Timestamping;
  readonly deliveries: Deliveries;
  readonly monitoring: Monitoring;
  readonly configuration: Configuration;
  readonly onError: (error: unknown) => void;
}

/** A sweep that throws what goes wrong, instead of listing it. */
const silent =
  (sweep: () => Promise<void>): SweepTask =>
  async () => {
    await sweep();
    return [];
  };

/**
 * Start what runs beside the calls: sweeps, checkpoints, timestamps, deliveries, monitors, and the work on jobs.
 *
 * @param opening stops it all, in the reverse order.
 * @param graceMs time for what is under way at the stop.
 */
export async function startBackground(
  opening: AsyncDisposableStack,
  parts: BackgroundParts,
  graceMs: () => number,
): Promise<void> {
  const { storage, services, accounting, payments, signIns, timestamping, configuration, onError } = parts;
  const { custody, deletions, checkpoints, extracts } = services;
  const { deliveries, monitoring } = parts;
  const sweeper = startSweeper({
    tasks: [
      (signal) => custody.recordHolds(signal),
      (signal) => deletions.sweep(signal),
      silent(() => storage.idempotency.sweep()),
      silent(() => accounting.sweep()),
      silent(() => deliveries.sweep()),
      async () => (await payments?.sweep()) ?? [],
      silent(async () => signIns?.sweep()),
      (signal) => monitoring.closeEpochs(signal),
    ],
    seconds: configuration.AFFIANT_SWEEP_SECONDS,
    onError,
  });
  opening.defer(() => sweeper.stop());
  const settling = payments?.start(onError);
  opening.defer(async () => settling?.stop());
  const minutes = configuration.AFFIANT_CHECKPOINT_MINUTES;
  const rounds = startCheckpointing({ service: checkpoints, minutes, onError });
  opening.defer(() => rounds.stop());
  const stamping = timestamping.start(onError);
  opening.defer(() => stamping.stop());
  const delivering = deliveries.start(onError);
  opening.defer(() => delivering.stop(graceMs()));
  const concurrency = captureConcurrency(configuration);
  const worker = await startJobWorker(storage, { works: { extract: extracts.work }, concurrency, onError });
  opening.defer(() => worker.drain(graceMs()));
  const watching = await monitoring.start(onError);
  // The first to stop: a job that it made would only wait.
  opening.defer(() => watching.stop());
}
