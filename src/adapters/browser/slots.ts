import { EvidenceError } from '../../core/error.ts';

/** Bounded concurrency with a bounded queue, first come first served. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  readonly #maxWaiting: number;
  #free: number;

  constructor({ concurrency, maxWaiting }: { readonly concurrency: number; readonly maxWaiting: number }) {
    this.#free = concurrency;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Take a slot, waiting for one if need be.
   *
   * @returns gives the slot back; call it once.
   * @throws EvidenceError `OVERLOADED` when the queue is full; the signal's reason when it aborts the wait.
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= this.#maxWaiting) throw new EvidenceError('OVERLOADED');
    else await this.#wait(signal);
    return () => this.#give();
  }

  /** A slot is handed over directly, so that a newcomer cannot overtake. */
  #give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
