import type {
  IdempotencyRepository,
  IdempotentCall,
  StoredAnswer,
} from '../../src/domain/idempotency/port.ts';

/** Idempotency keys in memory, for tests of what stands above the database. */
export function createMemoryIdempotency(): IdempotencyRepository {
  const calls = new Map<string, { parameters: string; answer: StoredAnswer | null }>();
  const nameOf = ({ ownerId, operation, key }: IdempotentCall) => JSON.stringify([ownerId, operation, key]);
  return {
    async claim(call) {
      const known = calls.get(nameOf(call));
      if (!known) {
        calls.set(nameOf(call), { parameters: call.parametersSha256, answer: null });
        return { kind: 'claimed' };
      }
      if (known.parameters !== call.parametersSha256) return { kind: 'other-parameters' };
      return known.answer ? { kind: 'answered', answer: known.answer } : { kind: 'running' };
    },
    async complete(call, answer) {
      calls.set(nameOf(call), { parameters: call.parametersSha256, answer });
    },
    async abandon(call) {
      calls.delete(nameOf(call));
    },
    async sweep() {},
  };
}
