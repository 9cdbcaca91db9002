import type { Transaction } from 'kysely';
import type { PaymentRepository } from '../../domain/x402/port.ts';
import type { Schema } from '../database/schema.ts';
import { end, type PaymentTools, removeIn, update } from './change-payment.ts';
import { endCharge, insertCharge } from './charge-rows.ts';
import { selectPayments, toPaymentRecord } from './payment-rows.ts';

type Trx = Transaction<Schema>;

/** Payments that one round takes at most. */
const AT_ONCE = 20;
/** The clocks of chains are not ours. */
const CLOCK_MARGIN_MS = 10_000;

/** What the rounds in the background do: settle what is due, look at what was given back, repair. */
export const paymentsOfRounds = ({
  database,
  clock,
  after,
  change,
}: PaymentTools): Pick<
  PaymentRepository,
  'leaseDue' | 'lease' | 'postpone' | 'expired' | 'close' | 'credit' | 'recover'
> => ({
  async leaseDue(leaseMs) {
    const rows = await database.transaction((trx) => leaseDue(trx, clock.now(), after(leaseMs)));
    return rows.map(toPaymentRecord);
  },
  async lease(paymentId, leaseMs) {
    const leased = await database.query((db) =>
      db
        .updateTable('payments')
        .set({ lease_until: after(leaseMs) })
        .where('payment_id', '=', paymentId)
        .where('state', '=', 'due')
        .where('lease_until', '<=', clock.now())
        .returning('payment_id')
        .executeTakeFirst(),
    );
    return leased !== undefined;
  },
  postpone: (paymentId, retryMs) =>
    change(paymentId, (trx) =>
      update(trx, paymentId, { lease_until: clock.now(), retry_at: after(retryMs) }),
    ),
  async expired() {
    const rows = await database.query((db) => selectExpired(db, after(-CLOCK_MARGIN_MS)).execute());
    return rows.map(toPaymentRecord);
  },
  close: (paymentId) => change(paymentId, (trx) => removeIn(trx, paymentId, 'released')),
  credit: (paymentId, transaction) =>
    change(paymentId, async (trx, { state, owner_id: ownerId, operation, credits }) => {
      if (state !== 'released') return;
      const at = clock.now();
      const charge_id = await insertCharge(trx, { ownerId, operation, credits, idempotencyKey: null }, clock);
      await endCharge(trx, charge_id, { state: 'captured', at, by: 'anybody' });
      const settled = { transaction_hash: transaction, settled_at: at, delivered_at: null };
      await update(trx, paymentId, { state: 'settled', charge_id, ...settled });
    }),
  async recover(callsUnderWay) {
    const before = callsUnderWay ? clock.now() : null;
    if (!callsUnderWay) await database.query((db) => freeDue(db, clock.now()).execute());
    const dead = await database.query((db) => selectDead(db, before).execute());
    for (const { payment_id } of dead)
      await change(payment_id, async (trx, row) => {
        if (row.state === 'working') await end(trx, row, { state: 'released', at: clock.now() });
        await removeIn(trx, payment_id, 'reserved');
      });
  },
});

async function leaseDue(trx: Trx, now: Date, leaseUntil: Date) {
  const due = await trx
    .selectFrom('payments')
    .select('payment_id')
    .where('state', '=', 'due')
    .where('lease_until', '<=', now)
    .where(({ eb, or }) => or([eb('retry_at', 'is', null), eb('retry_at', '<=', now)]))
    .orderBy('lease_until')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return [];
  const ids = due.map(({ payment_id }) => payment_id);
  await trx.updateTable('payments').set({ lease_until: leaseUntil }).where('payment_id', 'in', ids).execute();
  return selectPayments(trx).where('payments.payment_id', 'in', ids).execute();
}

/** Nobody settles them: whoever did is dead. */
const freeDue = (db: Pick<Trx, 'updateTable'>, now: Date) =>
  db.updateTable('payments').set({ lease_until: now, retry_at: null }).where('state', '=', 'due');

const selectExpired = (db: Pick<Trx, 'selectFrom'>, before: Date) =>
  selectPayments(db)
    .where('payments.state', '=', 'released')
    .where('payments.valid_before', '<', before)
    .orderBy('payments.valid_before')
    .limit(AT_ONCE);

/** Payments whose call is dead: all that are under way where none can run, else those whose lease ran out. */
const selectDead = (db: Pick<Trx, 'selectFrom'>, leaseBefore: Date | null) =>
  db
    .selectFrom('payments')
    .select('payment_id')
    .where('state', 'in', ['reserved', 'working'])
    .$if(leaseBefore !== null, (query) => query.where('lease_until', '<=', leaseBefore as Date));
