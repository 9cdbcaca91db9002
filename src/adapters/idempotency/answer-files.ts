import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fromUtf8, utf8 } from '../../core/bytes.ts';
import { isMissing } from '../../core/is-missing.ts';
import type { IdempotentCall, StoredAnswer } from '../../domain/idempotency/port.ts';
import { listStale } from '../store/data-folder.ts';
import { replaceFile } from '../store/durable-files.ts';

/** What names an answer. */
export type CallName = Pick<IdempotentCall, 'ownerId' | 'operation' | 'key'>;

/** Stored answers, one file each: they may hold text of documents. */
export interface AnswerFiles {
  /** Null when there is none (any more). */
  read(call: CallName): Promise<StoredAnswer | null>;
  write(call: CallName, answer: StoredAnswer): Promise<void>;
  /** Absent is fine. */
  remove(call: CallName): Promise<void>;
  /** Remove every file last written before `time` (epoch milliseconds). */
  removeOlder(time: number): Promise<void>;
}

/** Answers in `folder`; `staging` is on the same disk. */
export function createAnswerFiles(folder: string, staging: string): AnswerFiles {
  const fileOf = (call: CallName): string => join(folder, `${nameOf(call)}.json`);
  return {
    async read(call) {
      try {
        return JSON.parse(fromUtf8(await readFile(fileOf(call)))) as StoredAnswer;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    write: (call, answer) => replaceFile(fileOf(call), utf8(JSON.stringify(answer)), staging),
    remove: (call) => rm(fileOf(call), { force: true }),
    async removeOlder(time) {
      for (const name of await listStale(folder, time)) await rm(join(folder, name), { force: true });
    },
  };
}

/** Keys are the caller's text: only a digest of it becomes a file name. */
const nameOf = ({ ownerId, operation, key }: CallName): string =>
  createHash('sha256')
    .update(JSON.stringify([ownerId, operation, key]))
    .digest('hex');
