import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { EvidenceError } from '../../core/error.ts';

const RETRY_MS = 20;
const DEADLINE_MS = 5_000;

/**
 * Run `work` alone among all processes of this machine that want the same `path`.
 *
 * Taking over a dead process's socket is two steps, look and replace: a slow second process would replace
 * the socket of the first. The guard is an abstract socket, which the kernel frees when its process dies.
 * Other systems than Linux have none: there only starts within the same milliseconds are not guarded.
 */
export async function withTakeover<T>(path: string, work: () => Promise<T>): Promise<T> {
  if (process.platform !== 'linux') return work();
  const guard = await acquire(`\0affiant-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`);
  try {
    return await work();
  } finally {
    guard.close();
  }
}

async function acquire(name: string): Promise<Server> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const guard = createServer();
    guard.listen({ path: name });
    try {
      await once(guard, 'listening');
      return guard;
    } catch (cause) {
      if (Date.now() > deadline) throw new EvidenceError('DATA_DIR_LOCKED', undefined, { cause });
      await delay(RETRY_MS);
    }
  }
}
