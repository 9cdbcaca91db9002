import { equalBytes, utf8 } from '../../core/bytes.ts';
import { leafHash } from '../merkle/hash.ts';
import { impliedRoot } from '../merkle/inclusion.ts';
import { decodeBase64, encodeBase64 } from '../note/base64.ts';
import { parseDecimal } from '../note/decimal.ts';
import { malformed } from '../note/malformed.ts';
import { parseNote } from '../note/note.ts';
import type { NoteKey } from '../note/note-key.ts';
import { openNote, type VerifiedSignature } from '../note/open-note.ts';
import { parseTreeHead, type TreeHead } from './checkpoint-text.ts';

/** Shows without a network that an entry stands in a log: `seals/log-proof.txt`. */
export interface LogProof {
  readonly leafIndex: number;
  /** Inclusion path under the checkpoint's root, leaf end first, 32 bytes each. */
  readonly path: readonly Uint8Array[];
  /** The checkpoint as a signed note, with cosignatures where there are any. */
  readonly note: string;
}

const HEADER = 'c2sp.org/tlog-proof@v1';
/** A longer path cannot belong to an index that a safe integer holds. */
const MAX_PATH_LENGTH = 53;
/** Longest proof that is read, characters. */
export const MAX_PROOF_LENGTH = 512 * 1024;

/**
 * The proof as text.
 *
 * ```
 * c2sp.org/tlog-proof@v1
 * index 73894
 * gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
 * … one line for each hash, an empty line, the checkpoint
 * ```
 * @see https://c2sp.org/tlog-proof
 */
export const encodeLogProof = ({ leafIndex, path, note }: LogProof): string =>
  [HEADER, `index ${leafIndex}`, ...path.map(encodeBase64), '', note].join('\n');

/**
 * Read a proof. An `extra` line is allowed; nothing vouches for it, so it is dropped.
 *
 * @throws EvidenceError `NOTE_MALFORMED`. The checkpoint inside is not looked at yet.
 */
export function parseLogProof(text: string): LogProof {
  const split = text.indexOf('\n\n');
  if (split < 0 || text.length > MAX_PROOF_LENGTH) throw malformed('log proof');
  const [header, ...lines] = text.slice(0, split).split('\n');
  const extra = lines[0]?.startsWith('extra ') ? lines.shift()?.slice('extra '.length) : undefined;
  const [index = '', ...hashes] = lines;
  const leafIndex = index.startsWith('index ') ? parseDecimal(index.slice('index '.length)) : null;
  const path = hashes.flatMap((line) => decodeBase64(line) ?? []);
  const isPath =
    path.length === hashes.length &&
    path.length <= MAX_PATH_LENGTH &&
    path.every((hash) => hash.length === 32);
  const isExtra = extra === undefined || decodeBase64(extra) !== null;
  if (header !== HEADER || leafIndex === null || !isPath || !isExtra) throw malformed('log proof');
  return { leafIndex, path, note: text.slice(split + 2) };
}

/** What a proof shows of an entry. */
export interface LogProofVerdict {
  /** The log's key signed the checkpoint. */
  readonly isSigned: boolean;
  /** The entry stands under the root that the checkpoint states. */
  readonly isIncluded: boolean;
  readonly head: TreeHead;
  /** Good cosignatures by the witnesses that the caller trusts. */
  readonly cosignatures: readonly VerifiedSignature[];
}

/** Keys known from outside of a proof. */
export interface LogTrust {
  /** Its name is the log's origin. */
  readonly log: NoteKey;
  readonly witnesses: readonly NoteKey[];
}

/**
 * Verify that a log took an entry. Proves nothing unless it is both signed and included.
 *
 * @param text of the proof.
 * @throws EvidenceError `NOTE_MALFORMED`; `PROOF_MALFORMED` when the path cannot belong to a tree of the
 *   stated size.
 */
export function verifyLogProof(text: string, entry: string, trust: LogTrust): LogProofVerdict {
  const { leafIndex, path, note } = parseLogProof(text);
  const head = parseTreeHead(parseNote(note).text);
  const verified = openNote(note, [trust.log, ...trust.witnesses])?.verified ?? [];
  const root = impliedRoot(leafHash(utf8(entry)), { leafIndex, treeSize: head.treeSize, path });
  return {
    isSigned: head.origin === trust.log.name && verified.some(({ key }) => key === trust.log),
    isIncluded: equalBytes(root, head.rootHash),
    head,
    cosignatures: verified.filter(({ at }) => at !== null),
  };
}
