import { equalBytes, utf8 } from '../../core/bytes.ts';
import { parseTreeHead, type TreeHead } from '../checkpoint/checkpoint-text.ts';
import { type LogProof, parseLogProof } from '../checkpoint/log-proof.ts';
import { leafHash } from '../merkle/hash.ts';
import { impliedRoot } from '../merkle/inclusion.ts';
import { parseNote } from '../note/note.ts';
import type { NoteKey } from '../note/note-key.ts';
import { openNote } from '../note/open-note.ts';
import { earliest } from './earliest.ts';
import { type Finding, found, foundTampered } from './finding.ts';

/** Where a proof of inclusion lies in a bundle. */
export const LOG_PROOF_PATH = 'seals/log-proof.txt';

/** Keys known from outside of a proof. */
export interface LogKeys {
  readonly log: NoteKey | null;
  readonly witnesses: readonly NoteKey[];
}

/** The checks `log_inclusion` and `checkpoint_signature`. */
export interface ExaminedLog {
  readonly findings: readonly [Finding, Finding];
  /** The place in the log, when both passed. */
  readonly place: LogPlace | null;
}

/** Where an entry stands, under a checkpoint that the log signed. */
export interface LogPlace {
  readonly origin: string;
  readonly leafIndex: number;
  readonly treeSize: number;
  /** When a trusted witness first said that it saw the checkpoint. */
  readonly witnessedAt: Date | null;
}

/** Neither check could be made. */
export const unexaminedLog = (status: 'absent' | 'unknown', detail: string): ExaminedLog => ({
  findings: [found('log_inclusion', status, detail), found('checkpoint_signature', status, detail)],
  place: null,
});

/**
 * Check a proof that a log took an entry. Never throws.
 *
 * @param text of the proof (C2SP tlog-proof).
 * @see evidence-format.md 6
 */
export function examineLogProof(text: string, entry: string, keys: LogKeys): ExaminedLog {
  const parsed = parseOrNull(text);
  if (!parsed) {
    const inclusion = tampered('log_inclusion', 'The log proof is malformed.');
    return {
      findings: [inclusion, found('checkpoint_signature', 'unknown', 'There is no readable checkpoint.')],
      place: null,
    };
  }
  const { proof, head } = parsed;
  const inclusion = checkInclusion(proof, head, entry);
  const { finding, witnessedAt } = checkCheckpoint(proof.note, head, keys);
  const isProved = inclusion.check.status === 'pass' && finding.check.status === 'pass';
  const { leafIndex } = proof;
  const { origin, treeSize } = head;
  return {
    findings: [inclusion, finding],
    place: isProved ? { origin, leafIndex, treeSize, witnessedAt } : null,
  };
}

function parseOrNull(text: string): { readonly proof: LogProof; readonly head: TreeHead } | null {
  try {
    const proof = parseLogProof(text);
    return { proof, head: parseTreeHead(parseNote(proof.note).text) };
  } catch {
    return null;
  }
}

function checkInclusion(
  { leafIndex, path }: LogProof,
  { treeSize, rootHash }: TreeHead,
  entry: string,
): Finding {
  const id = 'log_inclusion';
  try {
    const root = impliedRoot(leafHash(utf8(entry)), { leafIndex, treeSize, path });
    if (equalBytes(root, rootHash))
      return found(id, 'pass', `Entry ${leafIndex} of the ${treeSize} under the root of the checkpoint.`);
  } catch {
    // The path cannot belong to a tree of that size.
  }
  return tampered(id, 'The log proof does not lead from this bundle to the root of its checkpoint.');
}

function checkCheckpoint(
  note: string,
  { origin }: TreeHead,
  { log, witnesses }: LogKeys,
): { readonly finding: Finding; readonly witnessedAt: Date | null } {
  const id = 'checkpoint_signature';
  if (!log) {
    const detail = 'No key of the log was given to compare with.';
    return { finding: found(id, 'unknown', detail), witnessedAt: null };
  }
  const verified = openNote(note, [log, ...witnesses])?.verified ?? [];
  const isSigned = origin === log.name && verified.some(({ key }) => key === log);
  if (!isSigned) {
    const detail = 'The checkpoint is not signed by the key of the log, or a witness did not sign it so.';
    return { finding: tampered(id, detail), witnessedAt: null };
  }
  const times = verified.flatMap(({ at }) => at ?? []);
  const cosigned = times.length > 0 ? `, cosigned by ${times.length} trusted witnesses` : '';
  return {
    finding: found(id, 'pass', `Signed by the log ${log.name}${cosigned}.`),
    witnessedAt: earliest(times),
  };
}

const tampered = (id: string, detail: string): Finding => foundTampered(id, detail, [LOG_PROOF_PATH]);
