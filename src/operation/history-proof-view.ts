import { z } from 'zod';
import { toHex } from '../core/bytes.ts';
import { toTimestamp } from '../core/clock.ts';
import { sha256Hex, timestamp } from '../core/schema.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import type { CheckProof, EpochProof, HistoryProof } from '../domain/monitor-evidence/evidence.ts';
import { statementSha256, watchStatement } from '../domain/monitor-evidence/watch-statement.ts';
import { checkpointId } from './checkpoint-view.ts';
import { bundleId } from './fields.ts';
import { monitorId } from './monitor-input.ts';

const time = timestamp.describe('RFC 3339, UTC');
const count = z.int().nonnegative();

/** That a check stands in the tree of its epoch. */
export const checkProofOutput = z.object({
  epoch: z.string().describe('UTC day'),
  leaf_hash: sha256Hex.describe(
    'RFC 6962 leaf over the RFC 8785 form of {check_id, at, outcome, http_status, content_sha256}',
  ),
  leaf_index: count.describe('From 0'),
  inclusion_path: z.array(sha256Hex).describe('Leaf end first'),
});

const epochOutput = z.object({
  epoch: z.string().describe('UTC day'),
  count: count.describe('Checks that began on it'),
  root: sha256Hex.describe('RFC 6962 root over their leaves'),
  entry: z.string().describe('Text of the leaf in the log'),
  leaf_hash: sha256Hex.describe('Of that entry'),
  log: z
    .object({
      checkpoint_id: checkpointId,
      leaf_index: count.describe('From 0'),
      tree_size: count.describe('Leaves under the checkpoint'),
      root_hash: sha256Hex.describe('Root of the checkpoint'),
      inclusion_path: z.array(sha256Hex).describe('Leaf end first'),
      note: z.string().nullable().describe('The checkpoint as a C2SP signed note'),
    })
    .nullable()
    .describe('Null while no signed checkpoint covers it'),
});

/** What `proof=true` adds to a history. */
export const historyProofOutput = z.object({
  monitor: z
    .object({
      monitor_id: monitorId,
      url: z.string().describe('The watched page'),
      render: z.string().describe('When the browser takes part'),
      include_selector: z.string().nullable().describe('Only this is watched'),
      ignore_selectors: z.array(z.string()).describe('Left out'),
      ignore_patterns: z.array(z.string()).describe('Left out of the text'),
    })
    .describe('What is watched and how'),
  monitor_sha256: sha256Hex.describe('SHA-256 of the RFC 8785 form of monitor; the log names it'),
  epochs: z.array(epochOutput).describe('Of the checks above; a day that is not over has none yet'),
  statement: z
    .object({
      summary: z.string().describe('One sentence'),
      spans: z
        .array(
          z.object({
            content_sha256: sha256Hex.nullable().describe('Of what was seen first'),
            from: time,
            to: time,
            checks: count.describe('Checks that saw it'),
            bundle_id: bundleId.nullable().describe('Shows what the page said'),
            manifest_sha256: sha256Hex.nullable().describe('Of that bundle'),
          }),
        )
        .describe('What the page said from when to when'),
      gaps: z
        .array(
          z.object({
            from: time,
            to: time.nullable().describe('Null: it goes on'),
            failed_checks: count.describe('Checks that did not see the page'),
          }),
        )
        .describe('Times for which nothing is known'),
    })
    .describe('Over the whole history'),
});

/** The proof of a check as the history answers it. */
export const viewCheckProof = ({
  epoch,
  leafHash,
  leafIndex,
  path,
}: CheckProof): z.input<typeof checkProofOutput> => ({
  epoch,
  leaf_hash: toHex(leafHash),
  leaf_index: leafIndex,
  inclusion_path: path.map(toHex),
});

/** A proof as the history answers it. */
export function viewHistoryProof(
  { monitorId, settings }: Monitor,
  { epochs, continuity }: HistoryProof,
): z.input<typeof historyProofOutput> {
  const monitor = watchStatement(monitorId, settings);
  return {
    monitor: {
      ...monitor,
      ignore_selectors: [...monitor.ignore_selectors],
      ignore_patterns: [...monitor.ignore_patterns],
    },
    monitor_sha256: statementSha256(monitor),
    epochs: epochs.map(viewEpoch),
    statement: {
      summary: continuity.summary,
      spans: continuity.spans.map(({ contentSha256, from, to, checks, bundle }) => ({
        content_sha256: contentSha256,
        from: toTimestamp(from),
        to: toTimestamp(to),
        checks,
        bundle_id: bundle?.bundleId ?? null,
        manifest_sha256: bundle?.manifestSha256 ?? null,
      })),
      gaps: continuity.gaps.map(({ from, to, failedChecks }) => ({
        from: toTimestamp(from),
        to: to && toTimestamp(to),
        failed_checks: failedChecks,
      })),
    },
  };
}

const viewEpoch = ({ epoch, count, root, entry, leafHash, inclusion }: EpochProof) => ({
  epoch,
  count,
  root: toHex(root),
  entry,
  leaf_hash: toHex(leafHash),
  log: inclusion && {
    checkpoint_id: inclusion.checkpoint.checkpointId,
    leaf_index: inclusion.entry.leafIndex,
    tree_size: inclusion.checkpoint.treeSize,
    root_hash: toHex(inclusion.checkpoint.rootHash),
    inclusion_path: inclusion.path.map(toHex),
    note: inclusion.checkpoint.note,
  },
});
