import { utf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type { CheckpointService, Inclusion } from '../checkpoint/checkpoint-service.ts';
import { leafHash } from '../merkle/hash.ts';
import { createPathFinder } from '../merkle/path-finder.ts';
import type { MonitorCheck } from '../monitor/check.ts';
import type { Monitor } from '../monitor/monitor.ts';
import type { MonitorRepository } from '../monitor/port.ts';
import { checkLeaf } from './check-leaf.ts';
import { type Continuity, describeContinuity } from './continuity.ts';
import { type Epoch, epochEntry, epochOf } from './epoch.ts';
import type { EpochRepository } from './epoch-port.ts';

export interface MonitorEvidenceParts {
  readonly repository: Pick<MonitorRepository, 'checks'>;
  readonly epochs: EpochRepository;
  readonly checkpoints: Pick<CheckpointService, 'proveInclusion'>;
}

/** Shows that a check stands in the tree of its epoch. */
export interface CheckProof {
  readonly epoch: string;
  readonly leafHash: Uint8Array;
  /** From 0. */
  readonly leafIndex: number;
  /** Leaf end first, 32 bytes each. */
  readonly path: readonly Uint8Array[];
}

/** An epoch with its entry in the log. */
export interface EpochProof extends Epoch {
  /** Text of the entry. */
  readonly entry: string;
  readonly leafHash: Uint8Array;
  /** Null while no signed checkpoint covers the entry. */
  readonly inclusion: Inclusion | null;
}

/** What an auditor needs to check a part of a history. */
export interface HistoryProof {
  /** Proof of a check, by its id; checks of an epoch that is not over have none yet. */
  readonly checks: ReadonlyMap<string, CheckProof>;
  readonly epochs: readonly EpochProof[];
  /** Over the whole history. */
  readonly continuity: Continuity;
}

/** More checks than a monitor can have. */
const EVERY_CHECK = { afterSeq: 0, limit: 100_000 };

/** Proves what monitors saw, also where nothing changed. */
export class MonitorEvidence {
  readonly #parts: MonitorEvidenceParts;

  constructor(parts: MonitorEvidenceParts) {
    this.#parts = parts;
  }

  /** Prove some checks of a monitor. */
  async prove(monitor: Monitor, checks: readonly MonitorCheck[]): Promise<HistoryProof> {
    const names = [...new Set(checks.map(({ at }) => epochOf(at)))];
    const closed = await this.#parts.epochs.closed(monitor.monitorId, names);
    const proofs = new Map<string, CheckProof>();
    const epochs: EpochProof[] = [];
    for (const epoch of closed) {
      epochs.push(await this.#proveEpoch(monitor, epoch));
      for (const [checkId, proof] of await this.#proveChecks(monitor, epoch)) proofs.set(checkId, proof);
    }
    const { items } = await this.#parts.repository.checks(monitor.monitorId, EVERY_CHECK);
    return { checks: proofs, epochs, continuity: await describeContinuity(monitor.settings, items) };
  }

  async #proveChecks({ monitorId }: Monitor, { epoch }: Epoch): Promise<[string, CheckProof][]> {
    const checks = await this.#parts.epochs.checksOf(monitorId, epoch);
    const leaves = checks.map((check) => ({ checkId: check.checkId, hash: checkLeaf(check) }));
    const { pathOf } = createPathFinder(leaves.map(({ hash }) => hash));
    return leaves.map(({ checkId, hash }, leafIndex) => [
      checkId,
      { epoch, leafHash: hash, leafIndex, path: pathOf(leafIndex) },
    ]);
  }

  async #proveEpoch(monitor: Monitor, epoch: Epoch): Promise<EpochProof> {
    const entry = epochEntry(monitor, epoch);
    const leaf = leafHash(utf8(entry));
    return { ...epoch, entry, leafHash: leaf, inclusion: await this.#include(leaf) };
  }

  async #include(leaf: Uint8Array): Promise<Inclusion | null> {
    try {
      return await this.#parts.checkpoints.proveInclusion({ leafHash: leaf }, null);
    } catch (error) {
      if (error instanceof EvidenceError && error.code === 'NOT_IN_CHECKPOINT') return null;
      throw error;
    }
  }
}
