import { answerTasks } from '../../../../src/adapters/document/worker/answer-tasks.ts';
import { EvidenceError } from '../../../../src/core/error.ts';

/** What the worker is told to do. */
export type StubbornTask =
  | 'echo'
  | 'spin'
  | 'wait'
  | 'heap'
  | 'buffers'
  | 'throw'
  | 'refuse'
  | 'recurse'
  | 'crash'
  | 'exit'
  | 'print';

const endless = (step: () => void): never => {
  for (;;) step();
};
const recurse = (depth: number): number => recurse(depth + 1) + 1;
const hoard: unknown[] = [];

const ACTIONS: Readonly<Record<StubbornTask, () => unknown>> = {
  echo: () => 'echo',
  spin: () => endless(() => undefined),
  wait: () => new Promise(() => undefined),
  heap: () => endless(() => hoard.push(Array.from({ length: 1_000 }, () => ({})))),
  buffers: () => endless(() => hoard.length < 100 && hoard.push(new Uint8Array(8 << 20).fill(1))),
  throw: () => {
    throw new TypeError('text of the document');
  },
  refuse: () => {
    throw new EvidenceError('DOCUMENT_ENCRYPTED', undefined, { details: { a: 1 } });
  },
  recurse: () => recurse(0),
  crash: () => new Promise(() => setImmediate(() => Promise.reject(new Error('crash')))),
  exit: () => process.exit(7),
  print: () => {
    process.stdout.write('noise\n');
    return Object.keys(process.env);
  },
};

answerTasks((task: StubbornTask) => ACTIONS[task]());
