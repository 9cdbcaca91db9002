import type { Clock } from '../../core/clock.ts';
import type { ApiKeyRecord } from '../../domain/account/api-key.ts';
import type { ApiKeyRepository } from '../../domain/account/port.ts';

export interface ApiKeyCacheOptions {
  /** How long another process's change of a key may stay unseen; `Infinity` where there is no other process. */
  readonly ttlMs: number;
  readonly clock: Clock;
}

const MAX_KEYS = 1000;

/** API keys with those read lately kept in memory: every call looks one up. Unknown ones are not kept. */
export function cacheApiKeys(keys: ApiKeyRepository, { ttlMs, clock }: ApiKeyCacheOptions): ApiKeyRepository {
  const kept = new Map<string, { record: ApiKeyRecord; until: number }>();
  const keep = (record: ApiKeyRecord): void => {
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= MAX_KEYS) kept.delete(oldest);
    kept.set(record.id, { record, until: clock.now().getTime() + ttlMs });
  };
  return {
    async get(id) {
      const known = kept.get(id);
      if (known && clock.now().getTime() < known.until) return known.record;
      kept.delete(id);
      const record = await keys.get(id);
      if (record) keep(record);
      return record;
    },
    create: (record) => keys.create(record),
    list: () => keys.list(),
    async setState(id, state) {
      kept.delete(id);
      const record = await keys.setState(id, state);
      // Again: a look-up beside the change may have kept the old state.
      kept.delete(id);
      return record;
    },
  };
}
