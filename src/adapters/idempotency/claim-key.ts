import type { Transaction } from 'kysely';
import type { Claim, IdempotentCall } from '../../domain/idempotency/port.ts';
import type { Schema } from '../database/schema.ts';
import type { CallName } from './answer-files.ts';

/** How long an answer is kept. */
export const KEPT_MS: number = 24 * 3_600_000;
/** No call runs longer: a claim that is older was left by a dead process. */
const RUNNING_MS = 11 * 60_000;

/** Conditions on the primary key. */
export const ownerIs = ({ ownerId }: CallName) => ['owner_id', '=', ownerId] as const;
/** See {@link ownerIs}. */
export const operationIs = ({ operation }: CallName) => ['operation', '=', operation] as const;
/** See {@link ownerIs}. */
export const keyIs = ({ key }: CallName) => ['key', '=', key] as const;

/** Insert the key, or look at who has it. The primary key lets one of two through. */
export async function claimKey(
  trx: Transaction<Schema>,
  call: IdempotentCall,
  now: Date,
): Promise<Claim['kind']> {
  const inserted = await trx
    .insertInto('idempotency_keys')
    .values({
      owner_id: call.ownerId,
      operation: call.operation,
      key: call.key,
      parameters_sha256: call.parametersSha256,
      is_answered: false,
      claimed_at: now,
      bundle_id: null,
      job_id: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted) return 'claimed';
  const present = await trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where(...ownerIs(call))
    .where(...operationIs(call))
    .where(...keyIs(call))
    .forUpdate()
    .executeTakeFirst();
  if (!present) return 'running';
  const ageMs = now.getTime() - present.claimed_at.getTime();
  if (ageMs > (present.is_answered ? KEPT_MS : RUNNING_MS)) return renewClaim(trx, call, now);
  if (present.parameters_sha256 !== call.parametersSha256) return 'other-parameters';
  return present.is_answered ? 'answered' : 'running';
}

/** Take a key that is there already for another run of its call. */
export async function renewClaim(
  trx: Transaction<Schema>,
  call: IdempotentCall,
  now: Date,
): Promise<'claimed'> {
  await trx
    .updateTable('idempotency_keys')
    .set({
      parameters_sha256: call.parametersSha256,
      is_answered: false,
      claimed_at: now,
      bundle_id: null,
      job_id: null,
    })
    .where(...ownerIs(call))
    .where(...operationIs(call))
    .where(...keyIs(call))
    .execute();
  return 'claimed';
}
