import { canonicalBytes } from '../../core/canonical-json.ts';
import { toTimestamp } from '../../core/clock.ts';
import { leafHash } from '../merkle/hash.ts';
import type { MonitorCheck } from '../monitor/check.ts';

/**
 * Leaf hash of a check in the tree of its epoch: the entry is the RFC 8785 form of
 * `{check_id, at, outcome, http_status, content_sha256}`.
 *
 * @see design.md 4.13
 */
export const checkLeaf = (check: Omit<MonitorCheck, 'monitorId' | 'seq'>): Uint8Array =>
  leafHash(
    canonicalBytes({
      check_id: check.checkId,
      at: toTimestamp(check.at),
      outcome: check.outcome,
      http_status: check.httpStatus,
      content_sha256: check.contentSha256,
    }),
  );
