import { answerParent } from '../../../src/adapters/sandbox/answer-parent.ts';
import { EvidenceError } from '../../../src/core/error.ts';

/** Does to this process what hostile documents do. */
export type TestTask =
  | 'pid'
  | 'environment'
  | 'spin'
  | 'eat'
  | 'crash'
  | 'hang'
  | 'refuse'
  | 'fail'
  | Uint8Array;

answerParent(async (task: TestTask) => {
  if (typeof task !== 'string') return task.length;
  return ACTIONS[task]();
});

const ACTIONS = {
  pid: () => process.pid,
  environment: () => ({ env: { ...process.env }, args: process.argv.slice(2) }),
  spin: () => {
    for (;;);
  },
  eat: async () => {
    const kept: Buffer[] = [];
    for (;;) {
      kept.push(Buffer.alloc(32 * 2 ** 20, 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  },
  crash: () => process.abort(),
  hang: () => new Promise(() => setInterval(() => undefined, 1_000)),
  refuse: () => {
    throw new EvidenceError('IMAGE_TOO_LARGE', undefined, { details: { width: 7 } });
  },
  fail: () => {
    throw new Error('text of the document');
  },
};
