import type { Principal } from '../account/principal.ts';

/** A charge that was reserved before work; ends captured or released, never both. */
export interface Reservation {
  readonly id: string | null;
  readonly credits: number;
}

/** Reserve -> work -> capture | release (design.md 4.3). Part 4 puts credits and x402 behind it. */
export interface Cashier {
  reserve(principal: Principal, operation: string, credits: number): Promise<Reservation>;
  capture(reservation: Reservation): Promise<void>;
  release(reservation: Reservation): Promise<void>;
}
