import type { Insertable, Selectable, Transaction } from 'kysely';
import { type Clock, systemClock } from '../../core/clock.ts';
import { createId } from '../../core/id.ts';
import type { NewPayment, PaymentRecord } from '../../domain/x402/port.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;
type Row = Selectable<Schema['payments']> & { readonly job_id: string | null };

/** What names an authorization. */
type Named = Pick<NewPayment, 'requirements' | 'authorization'>;

/** Conditions on the unique key: one authorization is one row, however its address is spelled. */
export const keyOf = ({ requirements, authorization }: Named) => ({
  network: requirements.network,
  asset: requirements.asset.toLowerCase(),
  payer: authorization.from.toLowerCase(),
  nonce: authorization.nonce.toLowerCase(),
});

/** Every member of a row that comes with the request. */
export const requestFields = (payment: NewPayment) => ({
  ...keyOf(payment),
  owner_id: payment.ownerId,
  signature: payment.signature,
  authorization_fields: JSON.stringify(payment.authorization),
  requirements: JSON.stringify(payment.requirements),
  resource: JSON.stringify(payment.resource),
  version: payment.version,
  identifier: payment.identifier,
  operation: payment.operation,
  request_sha256: payment.requestSha256,
  credits: payment.credits,
  from_block: Number(payment.fromBlock),
  valid_before: expiryOf(payment),
});

/** A row for a payment that arrives. */
export const newRow = (
  payment: NewPayment,
  leaseUntil: Date,
  clock: Clock = systemClock,
): Insertable<Schema['payments']> => ({
  ...requestFields(payment),
  payment_id: createId('pay', clock),
  state: 'reserved',
  charge_id: null,
  lease_until: leaseUntil,
  retry_at: null,
  transaction_hash: null,
  settled_at: null,
  delivered_at: null,
});

/** Wallets may say "for ever" by a number that no date holds. */
const LATEST = Date.UTC(9999, 0);

const expiryOf = ({ authorization }: NewPayment): Date =>
  new Date(Math.min(Number(authorization.validBefore) * 1000, LATEST));

/** Rows with the job that has their charge. */
export const selectPayments = (db: Pick<Trx, 'selectFrom'>) =>
  db
    .selectFrom('payments')
    .leftJoin('charges', 'charges.charge_id', 'payments.charge_id')
    .selectAll('payments')
    .select('charges.job_id');

/** A row as the domain knows it. */
export const toPaymentRecord = (row: Row): PaymentRecord => ({
  paymentId: row.payment_id,
  state: row.state,
  jobId: row.job_id,
  transaction: row.transaction_hash,
  settledAt: row.settled_at,
  deliveredAt: row.delivered_at,
  payer: row.owner_id.replace(/^wallet:/, ''),
  version: row.version,
  identifier: row.identifier,
  operation: row.operation,
  requestSha256: row.request_sha256,
  ownerId: row.owner_id,
  credits: row.credits,
  authorization: row.authorization_fields,
  signature: row.signature,
  requirements: row.requirements,
  resource: row.resource,
  fromBlock: BigInt(row.from_block),
});
