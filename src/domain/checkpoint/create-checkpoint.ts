import { equalBytes } from '../../core/bytes.ts';
import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import { createId } from '../../core/id.ts';
import { encodeTreeHead } from './checkpoint-text.ts';
import type { Checkpoint, LockedLog, LogSigner } from './port.ts';

/** A checkpoint, and whether the call made or signed it. */
export interface CreatedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly isNew: boolean;
}

interface CreateOptions {
  readonly sign: boolean;
  readonly signer: LogSigner;
  readonly clock: Clock;
}

/**
 * Make a checkpoint of the whole log, or give the newest one where the log has not grown since. A newest one
 * without a signature gets it when `sign` asks for one.
 *
 * @throws EvidenceError `LOG_INCONSISTENT` when the log is not the one that the newest checkpoint states: its
 *   key must never sign two histories.
 */
export async function createCheckpoint(log: LockedLog, options: CreateOptions): Promise<CreatedCheckpoint> {
  const treeSize = await log.tree.size();
  const { last } = log;
  if (last) await assertExtends(log, last, treeSize);
  if (last?.treeSize === treeSize) return renew(log, last, options);
  const rootHash = await log.tree.root(treeSize);
  const checkpoint = {
    checkpointId: createId('ckpt', options.clock),
    treeSize,
    rootHash,
    firstLeaf: last?.treeSize ?? 0,
    note: options.sign ? await signHead(options.signer, { treeSize, rootHash }) : null,
    createdAt: options.clock.now(),
  };
  await log.insert(checkpoint);
  return { checkpoint, isNew: true };
}

async function renew(
  log: LockedLog,
  last: Checkpoint,
  { sign, signer }: CreateOptions,
): Promise<CreatedCheckpoint> {
  if (!sign || last.note !== null) return { checkpoint: last, isNew: false };
  const note = await signHead(signer, last);
  await log.sign(last.checkpointId, note);
  return { checkpoint: { ...last, note }, isNew: true };
}

const signHead = (
  signer: LogSigner,
  { treeSize, rootHash }: Pick<Checkpoint, 'treeSize' | 'rootHash'>,
): Promise<string> => signer.sign(encodeTreeHead({ origin: signer.key.name, treeSize, rootHash }));

async function assertExtends({ tree }: LockedLog, last: Checkpoint, treeSize: number): Promise<void> {
  const isSame = last.treeSize <= treeSize && equalBytes(await tree.root(last.treeSize), last.rootHash);
  if (!isSame) {
    const details = { checkpoint_id: last.checkpointId, stated_size: last.treeSize, log_size: treeSize };
    throw new EvidenceError('LOG_INCONSISTENT', undefined, { details });
  }
}
