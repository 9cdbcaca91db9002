import { EvidenceError } from '../core/error.ts';
import { type ApiKeyRecord, type ApiKeyState, createApiKey, hashSecret } from '../domain/account/api-key.ts';
import type { Plans } from '../domain/account/plan.ts';
import type { ApiKeyRepository } from '../domain/account/port.ts';
import type { ChargeRepository } from '../domain/payment/port.ts';
import { type LedgerPage, type LedgerRow, readLedgerPage } from './ledger-rows.ts';

/** A key as commands print it. Times are RFC 3339. */
export interface ApiKeyRow {
  readonly id: string;
  readonly plan: string;
  readonly email: string | null;
  readonly state: ApiKeyState;
  readonly created_at: string;
}

/** Operator's actions: the same beside a running service and without one. */
export interface Administration {
  /** The key itself is told this once. @throws EvidenceError `REQUEST_INVALID` for an unknown plan. */
  create(input: {
    readonly plan: string;
    readonly email: string | null;
  }): Promise<{ id: string; key: string; plan: string }>;
  list(): Promise<readonly ApiKeyRow[]>;
  /** @param id with or without `afk_`. @throws EvidenceError `NOT_FOUND`. */
  setState(input: { readonly id: string; readonly state: ApiKeyState }): Promise<ApiKeyRow>;
  readLedgerPage(page: LedgerPage): Promise<readonly LedgerRow[]>;
}

/** What an administration works on. */
export interface AdministrationParts {
  readonly keys: ApiKeyRepository;
  readonly charges: Pick<ChargeRepository, 'entries'>;
  readonly plans: Plans;
  readonly now: () => Date;
}

/** Administration straight on the database. */
export function createAdministration({ keys, charges, plans, now }: AdministrationParts): Administration {
  return {
    async create({ plan, email }) {
      if (!plans.has(plan))
        throw new EvidenceError('REQUEST_INVALID', 'plan: there is no such plan', {
          hint: `Plans are ${[...plans.keys()].join(', ')}.`,
        });
      const { id, secret, key } = createApiKey();
      await keys.create({
        id,
        secretSha256: hashSecret(secret),
        plan,
        email,
        state: 'active',
        createdAt: now(),
      });
      return { id, key, plan };
    },
    async list() {
      return (await keys.list()).map(toRow);
    },
    async setState({ id, state }) {
      const record = await keys.setState(id.replace(/^afk_/, '').split('_')[0] ?? '', state);
      if (!record) throw new EvidenceError('NOT_FOUND', 'No API key has this id.');
      return toRow(record);
    },
    readLedgerPage: (page) => readLedgerPage(charges, page),
  };
}

const toRow = ({ id, plan, email, state, createdAt }: ApiKeyRecord): ApiKeyRow => ({
  id,
  plan,
  email,
  state,
  created_at: createdAt.toISOString(),
});
