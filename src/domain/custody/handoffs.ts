import { EvidenceError } from '../../core/error.ts';
import type { ChainLine } from './chain-line.ts';
import { isFullVerification } from './events.ts';

/** A handoff and, once its recipient has accepted it, the acceptance. */
export interface ChainedHandoff {
  readonly handoff: ChainLine;
  readonly acceptance: ChainLine | null;
}

/** The handoffs of a chain, in order. */
export function pairHandoffs(records: readonly ChainLine[]): readonly ChainedHandoff[] {
  const accepted = new Map(
    records
      .filter(({ record }) => record.type === 'handoff-accepted')
      .map((line) => [handoffIdOf(line), line]),
  );
  return records
    .filter(({ record }) => record.type === 'handoff')
    .map((handoff) => ({ handoff, acceptance: accepted.get(handoffIdOf(handoff)) ?? null }));
}

/**
 * The check that allows `agentId` to accept a handoff: its own, of the whole bundle, after the handoff.
 *
 * @throws EvidenceError `REQUEST_INVALID` when somebody else is the recipient, `VERIFY_FIRST` without such a check.
 */
export function assertVerified(
  { record: handoff }: ChainLine,
  agentId: string,
  records: readonly ChainLine[],
): ChainLine {
  if (handoff.body['to_agent'] !== agentId)
    throw new EvidenceError('REQUEST_INVALID', 'agent_id: only the recipient of a handoff accepts it');
  const check = records.findLast(
    ({ record }) => record.seq > handoff.seq && record.agent_id === agentId && isFullVerification(record),
  );
  if (!check) throw new EvidenceError('VERIFY_FIRST');
  return check;
}

const handoffIdOf = ({ record }: ChainLine): unknown => record.body['handoff_id'];
