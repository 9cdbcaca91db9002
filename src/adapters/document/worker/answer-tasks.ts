import { parentPort } from 'node:worker_threads';
import { EvidenceError } from '../../../core/error.ts';
import type { ErrorCode } from '../../../core/error-codes.ts';
import type { TaskReply } from './protocol.ts';

/**
 * Answers the tasks that the pool sends to this worker thread, one at a time.
 * What is not an {@link EvidenceError} is the document's fault: a parser met something it cannot take.
 */
export function answerTasks<Task, Answer>(run: (task: Task) => Answer | Promise<Answer>): void {
  const answer = async (task: Task): Promise<TaskReply> => {
    try {
      return { ok: true, value: await run(task) };
    } catch (error) {
      const details = error instanceof EvidenceError ? error.details : {};
      return { ok: false, code: codeOf(error), details, cause: String(error) };
    }
  };
  parentPort?.on('message', (task: Task) => {
    void answer(task).then((reply) => parentPort?.postMessage(reply));
  });
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof EvidenceError) return error.code;
  return error instanceof RangeError ? 'DOCUMENT_TOO_LARGE' : 'DOCUMENT_CORRUPT';
}
