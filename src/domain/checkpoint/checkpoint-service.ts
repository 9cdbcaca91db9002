import type { Clock } from '../../core/clock.ts';
import { EvidenceError } from '../../core/error.ts';
import type { LogTree } from '../log/tree-reader.ts';
import { encodeNoteKey } from '../note/note-key.ts';
import { cosign } from './cosign.ts';
import { type CreatedCheckpoint, createCheckpoint } from './create-checkpoint.ts';
import { describeLogKey, type LogKeyDescription } from './log-key.ts';
import { encodeLogProof } from './log-proof.ts';
import type {
  Checkpoint,
  CheckpointRepository,
  LogEntries,
  LoggedEntry,
  LogSigner,
  SignedCheckpoint,
  Witness,
  WitnessClient,
} from './port.ts';

export interface CheckpointParts {
  readonly repository: CheckpointRepository;
  readonly tree: LogTree;
  readonly entries: LogEntries;
  readonly signer: LogSigner;
  readonly witnesses: readonly Witness[];
  readonly witnessClient: WitnessClient;
  readonly clock: Clock;
}

/** Which entry is meant: an owner's bundle, or whatever has this leaf hash. */
export type EntryRef =
  | { readonly ownerId: string; readonly bundleId: string }
  | { readonly leafHash: Uint8Array };

/** A checkpoint's id, or a tree size. */
export type HeadRef = string | number;

/** An entry with its inclusion path under a checkpoint. */
export interface Inclusion<C extends Checkpoint = Checkpoint> {
  readonly checkpoint: C;
  readonly entry: LoggedEntry;
  /** Leaf end first, 32 bytes each. */
  readonly path: readonly Uint8Array[];
}

/** Shows that the log only grew between two sizes. */
export interface Consistency {
  readonly from: TreeState;
  readonly to: TreeState;
  readonly path: readonly Uint8Array[];
}

interface TreeState {
  readonly treeSize: number;
  readonly rootHash: Uint8Array;
}

/** The log's checkpoints and what is proved under them (evidence-format.md 6). */
export class CheckpointService {
  readonly #parts: CheckpointParts;

  constructor(parts: CheckpointParts) {
    this.#parts = parts;
  }

  /** Make a checkpoint over everything published so far. @throws EvidenceError `LOG_INCONSISTENT`. */
  create({ sign }: { readonly sign: boolean }): Promise<CreatedCheckpoint> {
    const { repository, signer, clock } = this.#parts;
    return repository.exclusively((log) => createCheckpoint(log, { sign, signer, clock }));
  }

  /** @throws EvidenceError `NOT_FOUND`. */
  async get(checkpointId: string): Promise<Checkpoint> {
    const checkpoint = await this.#parts.repository.get(checkpointId);
    if (!checkpoint) throw new EvidenceError('NOT_FOUND');
    return checkpoint;
  }

  /** The newest checkpoint, signed or not. */
  newest(): Promise<Checkpoint | null> {
    return this.#parts.repository.newest();
  }

  /**
   * Prove that an entry stands in the log.
   *
   * @param checkpointId null for the newest signed checkpoint.
   * @throws EvidenceError `NOT_FOUND` without such an entry or checkpoint, `NOT_IN_CHECKPOINT` when the
   *   checkpoint is older than the entry.
   */
  async proveInclusion(ref: EntryRef, checkpointId: string | null): Promise<Inclusion> {
    const { repository } = this.#parts;
    return this.#include(
      ref,
      checkpointId === null ? await repository.newestSigned() : await this.get(checkpointId),
    );
  }

  /**
   * The inclusion of an entry under the newest signed checkpoint as a C2SP tlog-proof: `seals/log-proof.txt`.
   *
   * @throws EvidenceError as {@link proveInclusion}.
   */
  async logProof(ref: EntryRef): Promise<string> {
    const { checkpoint, entry, path } = await this.#include(ref, await this.#parts.repository.newestSigned());
    return encodeLogProof({ leafIndex: entry.leafIndex, path, note: checkpoint.note });
  }

  /**
   * Prove that the log only grew between two checkpoints, or between two sizes under the newest one.
   *
   * @throws EvidenceError `NOT_FOUND` without such a checkpoint, `NOT_IN_CHECKPOINT` for a size beyond the
   *   newest one, `REQUEST_INVALID` when `from` is the larger.
   */
  async proveConsistency(fromRef: HeadRef, toRef: HeadRef): Promise<Consistency> {
    const [from, to] = [await this.#state(fromRef), await this.#state(toRef)];
    if (from.treeSize > to.treeSize)
      throw new EvidenceError('REQUEST_INVALID', '`from` is larger than `to`.');
    return { from, to, path: await this.#parts.tree.consistencyPath(from.treeSize, to.treeSize) };
  }

  /** The key that signs checkpoints. */
  publicKey(): LogKeyDescription {
    return describeLogKey(this.#parts.signer.key);
  }

  /**
   * Ask every witness that has not cosigned the newest signed checkpoint to do so.
   *
   * @param signal ends the calls under way.
   * @returns what went wrong, one error for each witness that failed.
   */
  async cosignNewest(signal: AbortSignal): Promise<readonly unknown[]> {
    const checkpoint = await this.#parts.repository.newestSigned();
    if (!checkpoint) return [];
    const asked = this.#parts.witnesses.map((witness) => this.#cosign(witness, checkpoint, signal));
    const outcomes = await Promise.allSettled(asked);
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  }

  async #cosign(
    witness: Witness,
    { checkpointId, treeSize, note }: SignedCheckpoint,
    signal: AbortSignal,
  ): Promise<void> {
    const { repository, tree, witnessClient } = this.#parts;
    const name = encodeNoteKey(witness.key);
    const knownSize = await repository.sizeCosignedBy(name);
    if (knownSize >= treeSize) return;
    const made = await cosign({ client: witnessClient, tree }, witness, {
      treeSize,
      note,
      knownSize,
      signal,
    });
    if (made) await repository.addCosignature({ ...made, checkpointId, witness: name });
  }

  async #include<C extends Checkpoint>(ref: EntryRef, checkpoint: C | null): Promise<Inclusion<C>> {
    const entry = await this.#find(ref);
    if (!checkpoint || entry.leafIndex >= checkpoint.treeSize) throw new EvidenceError('NOT_IN_CHECKPOINT');
    const path = await this.#parts.tree.inclusionPath(entry.leafIndex, checkpoint.treeSize);
    return { checkpoint, entry, path };
  }

  async #find(ref: EntryRef): Promise<LoggedEntry> {
    const { entries } = this.#parts;
    const entry = await ('leafHash' in ref
      ? entries.ofLeafHash(ref.leafHash)
      : entries.ofBundle(ref.ownerId, ref.bundleId));
    if (!entry) throw new EvidenceError('NOT_FOUND');
    return entry;
  }

  async #state(ref: HeadRef): Promise<TreeState> {
    if (typeof ref === 'string') return this.get(ref);
    const newest = await this.newest();
    if (!newest || ref > newest.treeSize) throw new EvidenceError('NOT_IN_CHECKPOINT');
    return { treeSize: ref, rootHash: await this.#parts.tree.root(ref) };
  }
}
