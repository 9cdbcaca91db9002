import { EvidenceError } from '../../core/error.ts';
import type { TaskReply } from '../document/worker/protocol.ts';

/**
 * Answers the tasks that the service sends to this child process, one at a time, and ends with the service.
 * What is not an {@link EvidenceError} is the document's fault: a parser met something it cannot take.
 */
export function answerParent<Task>(run: (task: Task) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit());
  process.on('message', (task: Task) => {
    void replyTo(run, task).then((reply) => process.send?.(reply));
  });
}

async function replyTo<Task>(run: (task: Task) => Promise<unknown>, task: Task): Promise<TaskReply> {
  try {
    return { ok: true, value: await run(task) };
  } catch (error) {
    const { code, details, cause } = asEvidenceError(error);
    return { ok: false, code, details, cause: String(cause) };
  }
}

function asEvidenceError(error: unknown): EvidenceError {
  if (error instanceof EvidenceError) return error;
  const code = error instanceof RangeError ? 'DOCUMENT_TOO_LARGE' : 'DOCUMENT_CORRUPT';
  return new EvidenceError(code, undefined, { cause: error });
}
