import { isVerification, type VerifyOutcome } from './events.ts';
import type { CustodyRecord } from './record.ts';
import { documentDigest } from './signed-document.ts';

/** While nothing changes, one receipt serves the checks of an agent for so long. */
export const RECEIPT_SERVES_MS = 24 * 3_600_000;

/** Digest of who checked a bundle and what was found, hex: equal ones need one receipt. */
export const stateOf = (agentId: string, { status, level, quick }: VerifyOutcome): string =>
  stateDigest(agentId, { status, level, quick });

/** {@link stateOf} what a record tells; null when it tells of no check. */
export const stateOfRecord = (record: CustodyRecord): string | null =>
  isVerification(record) ? stateDigest(record.agent_id, record.body) : null;

const stateDigest = (agentId: string, body: Readonly<Record<string, unknown>>): string =>
  documentDigest({ agent_id: agentId.toWellFormed(), body });
