import type { LogTree } from '../log/tree-reader.ts';
import type { NoteKey } from '../note/note-key.ts';

/** A state of the log that this service stands by. */
export interface Checkpoint {
  /** `ckpt_…`. */
  readonly checkpointId: string;
  readonly treeSize: number;
  /** 32 bytes. */
  readonly rootHash: Uint8Array;
  /** Index of the first leaf that the checkpoint before this one did not have. */
  readonly firstLeaf: number;
  /** Signed by the log, then by the witnesses so far; null while nobody asked for a signature. */
  readonly note: string | null;
  readonly createdAt: Date;
}

export type SignedCheckpoint = Checkpoint & { readonly note: string };

/** The log while it cannot grow and no other process makes a checkpoint. */
export interface LockedLog {
  readonly tree: LogTree;
  /** The newest checkpoint. */
  readonly last: Checkpoint | null;
  insert(checkpoint: Checkpoint): Promise<void>;
  /** Give an unsigned checkpoint its note. */
  sign(checkpointId: string, note: string): Promise<void>;
}

/** A witness's signature line for a checkpoint. */
interface Cosignature {
  readonly checkpointId: string;
  /** Verifier key of the witness. */
  readonly witness: string;
  /** With its newline. */
  readonly line: string;
  readonly cosignedAt: Date;
}

/** Checkpoints. There is never more than one for a size, whatever number of processes makes them. */
export interface CheckpointRepository {
  /** Run `work` alone among all processes; what it writes is stored if it succeeds, and only then. */
  exclusively<T>(work: (log: LockedLog) => Promise<T>): Promise<T>;
  get(checkpointId: string): Promise<Checkpoint | null>;
  /** The newest, signed or not. */
  newest(): Promise<Checkpoint | null>;
  newestSigned(): Promise<SignedCheckpoint | null>;
  /** Keep a cosignature; a second one of the same witness changes nothing. */
  addCosignature(cosignature: Cosignature): Promise<void>;
  /** Size of the newest checkpoint that this witness cosigned; 0 when there is none. */
  sizeCosignedBy(witness: string): Promise<number>;
}

/** An entry of the log. */
export interface LoggedEntry {
  readonly leafIndex: number;
  /** 32 bytes. */
  readonly leafHash: Uint8Array;
  /** RFC 8785 text. */
  readonly text: string;
}

/** Finds entries of the log. */
export interface LogEntries {
  /** The entry of a published bundle; null when there is none or it is somebody else's. */
  ofBundle(ownerId: string, bundleId: string): Promise<LoggedEntry | null>;
  /** The first entry with this leaf hash. */
  ofLeafHash(leafHash: Uint8Array): Promise<LoggedEntry | null>;
}

/** Signs as the log. A KMS could stand behind it. */
export interface LogSigner {
  /** Its name is the log's origin. */
  readonly key: NoteKey;
  /** @returns `text` as a signed note. */
  sign(text: string): Promise<string>;
}

/** Somebody who watches that the log only grows. */
export interface Witness {
  /** Of type 0x04. */
  readonly key: NoteKey;
  /** Submission prefix, e.g. `https://witness.example/`. */
  readonly url: string;
}

/** What a witness says to a checkpoint. */
export type WitnessAnswer =
  /** Signature lines, not verified. */
  | { readonly kind: 'cosigned'; readonly lines: string }
  /** It has cosigned another size of this log than the request says. */
  | { readonly kind: 'knows-size'; readonly treeSize: number }
  /** It will not cosign: 404 an unknown log, 403 an unknown key, 422 a proof it takes for wrong, 409 another root. */
  | { readonly kind: 'refused'; readonly status: number };

export interface AddCheckpointRequest {
  /** What the witness cosigned last, as far as is known here. */
  readonly oldSize: number;
  /** Consistency path from `oldSize`. */
  readonly path: readonly Uint8Array[];
  readonly note: string;
  readonly signal: AbortSignal;
}

/** Calls witnesses. @see https://c2sp.org/tlog-witness */
export interface WitnessClient {
  /** @throws EvidenceError `WITNESS_FAILED` when it cannot be reached or speaks another protocol. */
  addCheckpoint(witness: Witness, request: AddCheckpointRequest): Promise<WitnessAnswer>;
}
