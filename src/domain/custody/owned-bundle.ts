import { EvidenceError } from '../../core/error.ts';
import type { CustodyBundle } from './port.ts';

/**
 * The bundle, if it is this owner's and still there.
 *
 * @throws EvidenceError `NOT_FOUND`, with `tombstone_id` when its owner has deleted it.
 */
export function assertOwned(bundle: CustodyBundle | null, ownerId: string): CustodyBundle {
  if (bundle?.ownerId !== ownerId) throw new EvidenceError('NOT_FOUND');
  if (bundle.status === 'complete') return bundle;
  const details = bundle.tombstoneId ? { tombstone_id: bundle.tombstoneId } : {};
  throw new EvidenceError('NOT_FOUND', undefined, { details });
}
