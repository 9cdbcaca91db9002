import { EvidenceError } from '../core/error.ts';
import { ownerOfKey, walletOf } from '../domain/account/principal.ts';
import { isBillingPeriod } from '../domain/payment/billing-period.ts';
import type { ChargeRepository, LedgerEntry } from '../domain/payment/port.ts';
import { parseAddress } from '../domain/signing/address.ts';

/** An entry of the ledger as commands print it. Times are RFC 3339. */
export interface LedgerRow {
  readonly seq: number;
  readonly at: string;
  readonly kind: LedgerEntry['kind'];
  readonly operation: string;
  readonly credits: number;
  /** Sums up to this entry. */
  readonly credits_used: number;
  readonly credits_reserved: number;
  readonly charge_id: string;
  readonly job_id: string | null;
  /** Of a wallet's charge that is settled. */
  readonly transaction: string | null;
}

/** Whose ledger, which month, and from where on. */
export interface LedgerPage {
  readonly ownerId: string;
  readonly period: string;
  readonly afterSeq: number;
}

const PAGE_ROWS = 1_000;

/** One page of a ledger; an empty one ends it. */
export async function readLedgerPage(
  charges: Pick<ChargeRepository, 'entries'>,
  page: LedgerPage,
): Promise<LedgerRow[]> {
  return (await charges.entries({ ...page, limit: PAGE_ROWS })).map(toRow);
}

/** Every row of a ledger, page by page. */
export async function* readLedger(
  readPage: (page: LedgerPage) => Promise<readonly LedgerRow[]>,
  whose: Omit<LedgerPage, 'afterSeq'>,
): AsyncGenerator<LedgerRow> {
  for (let afterSeq = 0; ; ) {
    const rows = await readPage({ ...whose, afterSeq });
    const last = rows.at(-1);
    if (!last) return;
    yield* rows;
    afterSeq = last.seq;
  }
}

/** The owner that an operator means: an owner id, a wallet's address, or a key's id with or without `afk_`. */
export function ownerNamed(text: string): string {
  if (text === 'local' || text.includes(':')) return text;
  const address = parseAddress(text);
  return address ? walletOf(address).ownerId : ownerOfKey(text.replace(/^afk_/, '').split('_')[0] ?? '');
}

/** @throws EvidenceError `REQUEST_INVALID` unless the text is a month. */
export function monthNamed(text: string): string {
  if (!isBillingPeriod(text)) throw new EvidenceError('REQUEST_INVALID', '--month: expected YYYY-MM');
  return text;
}

const toRow = (entry: LedgerEntry): LedgerRow => ({
  seq: entry.seq,
  at: entry.at.toISOString(),
  kind: entry.kind,
  operation: entry.operation,
  credits: entry.credits,
  credits_used: entry.balance.usedCredits,
  credits_reserved: entry.balance.reservedCredits,
  charge_id: entry.chargeId,
  job_id: entry.jobId,
  transaction: entry.transaction,
});
