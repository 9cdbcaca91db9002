import { EvidenceError } from '../../core/error.ts';
import type { LogTree } from '../log/tree-reader.ts';
import { encodeSignatureLine, parseSignatureLines } from '../note/note.ts';
import { openNote, type VerifiedSignature } from '../note/open-note.ts';
import type { Witness, WitnessAnswer, WitnessClient } from './port.ts';

/** A checkpoint to be cosigned. */
export interface CosignRequest {
  readonly treeSize: number;
  /** Signed by the log, perhaps by other witnesses too. */
  readonly note: string;
  /** Size that the witness cosigned last, as far as is known here. */
  readonly knownSize: number;
  readonly signal: AbortSignal;
}

/** A cosignature that was verified. */
export interface MadeCosignature {
  /** With its newline. */
  readonly line: string;
  readonly cosignedAt: Date;
}

/**
 * Ask a witness for its cosignature, once more where it knows another size than we thought.
 *
 * @returns null when it has cosigned a larger checkpoint of ours already.
 * @throws EvidenceError `WITNESS_FAILED`: not reached, refused, or what it answered is no cosignature of its own.
 */
export async function cosign(
  { client, tree }: { readonly client: WitnessClient; readonly tree: LogTree },
  witness: Witness,
  { treeSize, note, knownSize, signal }: CosignRequest,
): Promise<MadeCosignature | null> {
  const ask = async (oldSize: number): Promise<WitnessAnswer> =>
    client.addCheckpoint(witness, {
      oldSize,
      path: await tree.consistencyPath(oldSize, treeSize),
      note,
      signal,
    });
  const first = await ask(knownSize);
  if (first.kind === 'knows-size' && first.treeSize > treeSize) {
    // A newer checkpoint overtook this one; or this log has lost leaves that it once stood by.
    if (first.treeSize > (await tree.size())) throw failed(witness, 'it knows a larger log');
    return null;
  }
  const answer = first.kind === 'knows-size' ? await ask(first.treeSize) : first;
  if (answer.kind !== 'cosigned') throw refused(witness, answer);
  return verifyAnswer(witness, note, answer.lines);
}

function verifyAnswer(witness: Witness, note: string, lines: string): MadeCosignature {
  try {
    // The form of the lines first: they come from the witness and must not be able to end the note before them.
    parseSignatureLines(lines);
    const made = openNote(note + lines, [witness.key])?.verified[0];
    if (isCosignature(made)) return { line: encodeSignatureLine(made.signature), cosignedAt: made.at };
  } catch (cause) {
    throw failed(witness, 'malformed', cause);
  }
  throw failed(witness, 'signature');
}

const isCosignature = (
  made: VerifiedSignature | undefined,
): made is VerifiedSignature & { readonly at: Date } => made !== undefined && made.at !== null;

const refused = (witness: Witness, answer: Exclude<WitnessAnswer, { kind: 'cosigned' }>): EvidenceError =>
  failed(witness, answer.kind === 'refused' ? `status ${answer.status}` : 'size');

const failed = (witness: Witness, reason: string, cause?: unknown): EvidenceError =>
  new EvidenceError('WITNESS_FAILED', undefined, { cause, details: { witness: witness.key.name, reason } });
