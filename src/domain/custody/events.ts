import type { CanonicalValue } from '../../core/canonical-json.ts';
import type { CustodyRecord, CustodyType } from './record.ts';

/** Something that happened to a bundle, before it is chained and signed. */
export interface CustodyEvent {
  readonly type: CustodyType;
  /** Who did it, as the caller says. */
  readonly agentId: string;
  readonly action: string;
  readonly body: { readonly [member: string]: CanonicalValue };
}

/** Most characters that a caller may put into a member of a record. */
export const CUSTODY_TEXT_LIMITS = {
  agentId: 200,
  action: 200,
  query: 4000,
  resultSummary: 8000,
  note: 4000,
  reason: 2000,
  matter: 200,
} as const;

/** A step in the work with a bundle, as an agent tells it. */
export interface ProvenanceStep {
  readonly agentId: string;
  readonly action: string;
  readonly query: string | null;
  readonly resultSummary: string | null;
}

/** Who hands a bundle to whom. */
export interface Handoff {
  readonly fromAgent: string;
  readonly toAgent: string;
  readonly note: string | null;
}

/** What a check of the bundle found. */
export interface VerifyOutcome {
  readonly status: 'verified' | 'tampered' | 'undecided';
  /** Assurance level. */
  readonly level: number;
  /** Whether only manifest and signature were checked. */
  readonly quick: boolean;
}

/** @param provenanceId `prov_…` */
export const provenanceEvent = (provenanceId: string, step: ProvenanceStep): CustodyEvent => ({
  type: 'provenance',
  agentId: step.agentId,
  action: step.action,
  body: { provenance_id: provenanceId, query: step.query, result_summary: step.resultSummary },
});

/** @param handoffId `hand_…` */
export const handoffEvent = (handoffId: string, { fromAgent, toAgent, note }: Handoff): CustodyEvent => ({
  type: 'handoff',
  agentId: fromAgent,
  action: 'handoff',
  body: { handoff_id: handoffId, from_agent: fromAgent, to_agent: toAgent, note },
});

/** @param verifyReceiptId the recipient's own check that it relies on. */
export const acceptanceEvent = (
  handoffId: string,
  agentId: string,
  verifyReceiptId: string,
): CustodyEvent => ({
  type: 'handoff-accepted',
  agentId,
  action: 'handoff-accepted',
  body: { handoff_id: handoffId, verify_receipt_id: verifyReceiptId },
});

/** A legal hold. */
export interface Hold {
  readonly agentId: string;
  readonly reason: string | null;
  /** Name or number of the legal matter. */
  readonly matter: string | null;
}

export const holdEvent = ({ agentId, reason, matter }: Hold): CustodyEvent => ({
  type: 'hold',
  agentId,
  action: 'hold',
  body: { reason, matter },
});

export const releaseEvent = (agentId: string): CustodyEvent => ({
  type: 'release',
  agentId,
  action: 'release',
  body: {},
});

export const verifyEvent = (agentId: string, { status, level, quick }: VerifyOutcome): CustodyEvent => ({
  type: 'receipt',
  agentId,
  action: VERIFY_ACTION,
  body: { status, level, quick },
});

export const deletedEvent = (agentId: string, tombstoneId: string): CustodyEvent => ({
  type: 'deleted',
  agentId,
  action: 'deleted',
  body: { tombstone_id: tombstoneId },
});

/** Whether a record tells of a whole check that found nothing wrong. */
export const isFullVerification = ({ type, action, body }: CustodyRecord): boolean =>
  type === 'receipt' && action === VERIFY_ACTION && body['status'] === 'verified' && body['quick'] === false;

/** Whether it tells of any check. */
export const isVerification = ({ type, action }: Pick<CustodyRecord, 'type' | 'action'>): boolean =>
  type === 'receipt' && action === VERIFY_ACTION;

const VERIFY_ACTION = 'verify';
