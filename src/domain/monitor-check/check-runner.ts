import type { Monitor } from '../monitor/monitor.ts';
import type { HeldCheck, Lease } from '../monitor/port.ts';
import { type CheckStepParts, CheckSteps } from './check-steps.ts';
import { CheckTurn, type CheckTurnParts } from './check-turn.ts';

export type CheckRunnerParts = CheckStepParts & CheckTurnParts;

/** When this service could not look, through no fault of the page. */
const RETRY_AFTER_MS = 60_000;

/** Does what is due of a monitor. */
export class CheckRunner {
  readonly #parts: CheckRunnerParts;
  readonly #steps: CheckSteps;

  constructor(parts: CheckRunnerParts) {
    this.#parts = parts;
    this.#steps = new CheckSteps(parts);
  }

  /**
   * Do the steps that are due of the check of a monitor that `lease` holds.
   *
   * @throws unknown what this service is at fault for; the step is done again a minute later.
   */
  async run(monitor: Monitor, lease: Lease, signal: AbortSignal): Promise<void> {
    let turn: CheckTurn | null = new CheckTurn(this.#parts, { monitor: this.#begin(monitor), lease, signal });
    while (turn) turn = await this.#step(turn, signal);
  }

  async #step(turn: CheckTurn, signal: AbortSignal): Promise<CheckTurn | null> {
    try {
      return await this.#steps.run(turn);
    } catch (error) {
      // A service that stops leaves the check as due as it was.
      await turn.putOff(signal.aborted ? 0 : RETRY_AFTER_MS);
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** Once an epoch is in the log no check falls into it any more, whatever this process's clock says. */
  #begin(monitor: Monitor): HeldCheck {
    const { current } = monitor;
    const now = Math.max(this.#parts.clock.now().getTime(), monitor.sealedUntil?.getTime() ?? 0);
    return { ...monitor, current: { ...current, at: current.at ?? new Date(now) } };
  }
}
