import type { Transaction } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { createId } from '../../core/id.ts';
import { isEnded } from '../../domain/job/job.ts';
import { billingPeriodOf } from '../../domain/payment/billing-period.ts';
import type { NewCharge } from '../../domain/payment/port.ts';
import type { Schema } from '../database/schema.ts';
import { appendEntry, lockLedger } from './ledger.ts';

type Trx = Transaction<Schema>;

/** Reserve a charge under the ledger's lock. @returns its id. */
export async function insertCharge(trx: Trx, charge: NewCharge, clock: Clock): Promise<string> {
  const { ownerId, operation, credits, idempotencyKey } = charge;
  const at = clock.now();
  const period = billingPeriodOf(at);
  const chargeId = createId('chg', clock);
  await trx
    .insertInto('charges')
    .values({
      charge_id: chargeId,
      owner_id: ownerId,
      period,
      operation,
      credits,
      state: 'reserved',
      idempotency_key: idempotencyKey,
      reserved_at: at,
    })
    .execute();
  await appendEntry(trx, { ownerId, period, chargeId, kind: 'reserve', credits, at });
  return chargeId;
}

/** How a charge ends. */
export interface ChargeEnd {
  readonly state: 'captured' | 'released';
  readonly at: Date;
}

/**
 * End a charge, unless it has ended.
 *
 * @param by `call`: only while it is the call's own; `anybody`: also when a job has it.
 */
export async function endCharge(
  trx: Trx,
  chargeId: string,
  { state, at, by }: ChargeEnd & { readonly by: 'call' | 'anybody' },
): Promise<void> {
  const charge = await selectCharge(trx, chargeId);
  await lockLedger(trx, charge.owner_id);
  const ended = await trx
    .updateTable('charges')
    .set({ state })
    .where('charge_id', '=', chargeId)
    .where('state', '=', 'reserved')
    .$if(by === 'call', (update) => update.where('job_id', 'is', null))
    .returning('charge_id')
    .executeTakeFirst();
  if (!ended) return;
  const { owner_id: ownerId, period, credits } = charge;
  const kind = state === 'captured' ? 'capture' : 'release';
  await appendEntry(trx, { ownerId, period, chargeId, kind, credits, at });
}

/**
 * End the charge that a job has, if it has one: in the transaction that ends the job.
 *
 * @returns whether it waits for a wallet's payment to be settled.
 */
export async function endChargeOfJob(trx: Trx, jobId: string, end: ChargeEnd): Promise<boolean> {
  const charge = await trx
    .selectFrom('charges')
    .select('charge_id')
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  if (!charge) return false;
  if (await duePayment(trx, charge.charge_id, end)) return true;
  await endCharge(trx, charge.charge_id, { ...end, by: 'anybody' });
  return false;
}

/**
 * What the end of its job makes of a wallet's payment: due, which captures its charge once it is settled; or free to
 * be used again.
 *
 * @returns whether the charge waits for its payment.
 */
async function duePayment(trx: Trx, chargeId: string, { state, at }: ChargeEnd): Promise<boolean> {
  const isDue = state === 'captured';
  const moved = await trx
    .updateTable('payments')
    .set({ state: isDue ? 'due' : 'released', lease_until: at })
    .where('charge_id', '=', chargeId)
    .where('state', '=', 'held')
    .returning('payment_id')
    .executeTakeFirst();
  return moved !== undefined && isDue;
}

/** Let the end of a job decide about a charge; what a job has decided already is done at once. */
export async function handCharge(
  trx: Trx,
  { chargeId, jobId, at }: { chargeId: string; jobId: string; at: Date },
): Promise<void> {
  // Locked, so that the job cannot end without the charge.
  const { status } = await trx
    .selectFrom('jobs')
    .select('status')
    .where('job_id', '=', jobId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await lockLedger(trx, (await selectCharge(trx, chargeId)).owner_id);
  await trx
    .updateTable('charges')
    .set({ job_id: jobId })
    .where('charge_id', '=', chargeId)
    .where('state', '=', 'reserved')
    .execute();
  if (isEnded(status)) await endChargeOfJob(trx, jobId, { state: await chargeStateOf(trx, jobId), at });
}

/** What its end makes of the charge of a job. A batch is paid for as soon as one item is complete, also if it was cancelled. */
export async function chargeStateOf(trx: Trx, jobId: string): Promise<ChargeEnd['state']> {
  const delivered = await trx
    .selectFrom('jobs')
    .select('job_id')
    .where((is) => is.or([is('job_id', '=', jobId), is('batch_id', '=', jobId)]))
    .where('status', '=', 'complete')
    .limit(1)
    .executeTakeFirst();
  return delivered ? 'captured' : 'released';
}

/** Whether a charge stands, or a job has decided about it: it was not released before that. */
export async function isInForce(trx: Trx, chargeId: string): Promise<boolean> {
  const { state, job_id } = await selectCharge(trx, chargeId);
  return state !== 'released' || job_id !== null;
}

const selectCharge = (trx: Trx, chargeId: string) =>
  trx.selectFrom('charges').selectAll().where('charge_id', '=', chargeId).executeTakeFirstOrThrow();
