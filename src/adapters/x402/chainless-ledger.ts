import type { Clock } from '../../core/clock.ts';
import type { AuthorizationLedger } from '../../domain/x402/port.ts';

/** Where no chain is at hand, the facilitator's word is all there is; an authorization ends with its time. */
export const createChainlessLedger = (clock: Clock): AuthorizationLedger => ({
  isIndependent: false,
  blockNumber: async () => 0n,
  fateOf: async ({ authorization }) =>
    clock.now().getTime() / 1000 >= Number(authorization.validBefore) ? { kind: 'dead' } : { kind: 'open' },
});
