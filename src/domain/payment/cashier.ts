import { EvidenceError } from '../../core/error.ts';
import type { Principal } from '../account/principal.ts';
import type { Cashier, Reservation } from './port.ts';

/** The reservation of a call that costs nothing. */
export const NOTHING_RESERVED: Reservation = {
  credits: 0,
  capture: async () => {},
  handTo: async () => {},
  release: async () => {},
};

/** Charges nobody: for the operator's own machine. */
export const freeCashier: Cashier = { reserve: async () => NOTHING_RESERVED };

/** How each kind of caller pays. */
export type Cashiers = Readonly<Partial<Record<Principal['kind'], Cashier>>>;

/** The cashier of all: a free call costs nobody anything, a priced one goes to the cashier of its caller's kind. */
export const chooseCashier = (cashiers: Cashiers): Cashier => ({
  async reserve(order) {
    if (order.credits === 0) return NOTHING_RESERVED;
    const cashier = cashiers[order.principal.kind];
    if (!cashier) throw new EvidenceError('AUTHENTICATION_REQUIRED');
    return cashier.reserve(order);
  },
});
