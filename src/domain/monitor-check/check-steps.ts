import type { Clock } from '../../core/clock.ts';
import { createId } from '../../core/id.ts';
import type { Look } from '../monitor/look.ts';
import type { CheckStep, Sighting } from '../monitor/monitor.ts';
import type { CheckTurn } from './check-turn.ts';
import type { MonitorSealer } from './monitor-sealer.ts';
import type { CheckResult } from './settle-check.ts';

export interface CheckStepParts {
  readonly sealer: Pick<MonitorSealer, 'seal'>;
  readonly clock: Clock;
  /** Between a change and the look that confirms it, milliseconds. */
  readonly confirmAfterMs: number;
}

type Seen = Extract<Look, { readonly outcome: 'seen' }>;
type SealStep = Extract<CheckStep, { readonly kind: 'seal' }>;

/** The turn to go on with; null: that was all for now. */
type Next = Promise<CheckTurn | null>;

const NOTHING_NEW = { bundle: null, errorCode: null, baseline: null, diff: null };

/** The steps of a check (see `CheckStep`). Each throws when this service is at fault: then it is done again. */
export class CheckSteps {
  readonly #parts: CheckStepParts;

  constructor(parts: CheckStepParts) {
    this.#parts = parts;
  }

  run(turn: CheckTurn): Next {
    const { step } = turn.monitor.current;
    if (step.kind === 'seal') return this.#seal(turn, step);
    return step.kind === 'confirm' ? this.#confirm(turn) : this.#look(turn);
  }

  async #look(turn: CheckTurn): Next {
    const { baseline } = turn.monitor;
    const look = await turn.see(baseline?.validators ?? null);
    if (look.outcome === 'not-modified' && baseline)
      return this.#unchanged(turn, { ...baseline, httpStatus: look.httpStatus });
    if (look.outcome !== 'seen') return end(turn, toFault(look));
    if (look.contentSha256 === baseline?.contentSha256) return this.#unchanged(turn, look);
    const before = await turn.baselineContent();
    if (!before) return this.#begin(turn, look);
    const diff = await turn.compare({ before, after: look.content, earlier: null });
    if (!diff) return this.#unchanged(turn, look);
    await turn.keep('content', look.content);
    return this.#later(turn);
  }

  /** What differs from the baseline in two looks has changed: not what a page shows by chance. */
  async #confirm(turn: CheckTurn): Next {
    const look = await turn.see(null);
    if (look.outcome !== 'seen') return end(turn, toFault(look));
    const before = await turn.baselineContent();
    if (!before) return this.#begin(turn, look);
    const diff = await turn.compare({ before, after: look.content, earlier: await turn.ownContent() });
    if (!diff) return this.#unchanged(turn, look);
    await turn.keep('content', look.content);
    await turn.keep('diff', diff);
    return this.#toSeal(turn, 'changed', look);
  }

  async #seal(turn: CheckTurn, step: SealStep): Next {
    const sealing = await this.#parts.sealer.seal(turn.monitor, step.jobId);
    if (sealing.kind === 'under-way') {
      await turn.leave(step, null);
      return null;
    }
    if (sealing.kind === 'failed')
      return end(turn, {
        ...NOTHING_NEW,
        outcome: 'error',
        ...factsOf(step.sighting),
        errorCode: sealing.code,
      });
    const { checkId } = turn.monitor.current;
    return end(turn, {
      ...NOTHING_NEW,
      outcome: step.outcome,
      ...factsOf(step.sighting),
      bundle: sealing.bundle,
      baseline: step.outcome === 'unchanged' ? null : { checkId, ...versionOf(step.sighting) },
      diff: step.outcome === 'changed' ? await turn.ownDiff() : null,
    });
  }

  /** There is nothing to compare with: later looks are compared with this one. */
  async #begin(turn: CheckTurn, look: Seen): Next {
    await turn.keep('content', look.content);
    return this.#toSeal(turn, 'baseline', look);
  }

  async #unchanged(turn: CheckTurn, sighting: Sighting): Next {
    if (turn.monitor.settings.mode === 're-extract') return this.#toSeal(turn, 'unchanged', sighting);
    return end(turn, { ...NOTHING_NEW, outcome: 'unchanged', ...factsOf(sighting) });
  }

  /** The job's id is stored before the job is: a worker that dies between the two leaves one bundle, not two. */
  #toSeal(turn: CheckTurn, outcome: SealStep['outcome'], sighting: Sighting): Next {
    const jobId = createId('job', this.#parts.clock);
    return turn.proceed({
      kind: 'seal',
      outcome,
      sighting: { ...factsOf(sighting), ...versionOf(sighting) },
      jobId,
    });
  }

  /** A worker does not wait through the pause. */
  async #later(turn: CheckTurn): Next {
    await turn.leave({ kind: 'confirm' }, this.#parts.confirmAfterMs);
    return null;
  }
}

async function end(turn: CheckTurn, result: CheckResult): Promise<null> {
  await turn.finish(result);
  return null;
}

const factsOf = ({ httpStatus, contentSha256 }: Sighting) => ({ httpStatus, contentSha256 });
const versionOf = ({ contentSha256, validators }: Sighting) => ({ contentSha256, validators });

/** A page that was not seen. */
function toFault(look: Exclude<Look, { readonly outcome: 'seen' }>): CheckResult {
  const { httpStatus } = look;
  const nothing = { ...NOTHING_NEW, httpStatus, contentSha256: null };
  // A server that answers 304 to a request without conditions has not shown the page.
  if (look.outcome === 'not-modified') return { ...nothing, outcome: 'error', errorCode: 'PAGE_ERROR' };
  return { ...nothing, outcome: look.outcome, errorCode: look.code };
}
