import type { LogPlace } from './log-checks.ts';
import type { ExaminedSigner } from './signer-checks.ts';
import type { Assurance, Verdict } from './verdict.ts';

/** What the assurance depends on. */
export interface AssuranceFacts {
  readonly status: Verdict['status'];
  readonly signers: readonly string[];
  readonly trust: ExaminedSigner['trust'];
  readonly quick: boolean;
  /** Where the bundle stands in the log, when that is proved. */
  readonly place: LogPlace | null;
  /** The bundle existed not later than this, by a trusted timestamp or witness. */
  readonly notLaterThan: Date | null;
}

/** What no bundle proves, whatever its checks say. */
export const NEVER_PROVED: readonly string[] = [
  'Who wrote the content: a connection leaves no proof of authorship that a third party could check.',
  'What other visitors saw, or what the source said at another time.',
  'That the content is true.',
];

/** Said until a check of an independent time passed. */
export const TIME_NOT_PROVED =
  "When it was sealed: the times are the signer's own statement, and no independent time was checked.";

const EARLIEST_NOT_PROVED =
  "How long before that time it was sealed: the times in the manifest are the signer's own statement.";

const NEXT = {
  tampered:
    'Do not rely on this copy. Get the bundle again from whoever sealed it, and compare the manifest digests.',
  undecided:
    "Verify again with the signer's address from a source outside the bundle, such as the service's /.well-known/affiant-keys.json.",
  embedded:
    "Compare the signer's address with the operator's published keys: the list inside the bundle cannot vouch for itself.",
  quick: 'Verify without the quick option to check the artifacts too.',
  1: 'An independent time (a log checkpoint, a timestamp or an attestation) would show by when the seal existed.',
  2: 'A timestamp, or a witness of the log, would show by when the seal existed without trust in the operator.',
  3: 'Nothing is missing: this is the highest level.',
};

/** What a verdict does and does not show, in sentences that claim no more than the checks did. */
export function describeAssurance(facts: AssuranceFacts): Assurance {
  const isTimed = facts.status === 'verified' && facts.notLaterThan !== null;
  return {
    proves: facts.status === 'verified' ? describeProof(facts) : [],
    does_not_prove: [
      ...(facts.quick ? ['That the artifacts are unchanged: the quick check did not read them.'] : []),
      ...NEVER_PROVED,
      isTimed ? EARLIEST_NOT_PROVED : TIME_NOT_PROVED,
    ],
    level: levelOf(facts),
    next: NEXT[nextStep(facts)],
  };
}

/** Levels count only what is known from outside the bundle. */
function levelOf({ status, trust, place, notLaterThan }: AssuranceFacts): Assurance['level'] {
  if (status !== 'verified' || trust !== 'outside') return 0;
  if (notLaterThan) return 3;
  return place ? 2 : 1;
}

function describeProof({ signers, trust, quick, place, notLaterThan }: AssuranceFacts): string[] {
  const unchanged = quick
    ? 'The manifest has exactly the bytes it had when the bundle was sealed.'
    : 'The manifest and every artifact have exactly the bytes they had when the bundle was sealed.';
  const whose =
    trust === 'outside'
      ? 'an address trusted from outside the bundle'
      : "an address from the bundle's own key list";
  return [
    unchanged,
    `The manifest was signed with the key of ${signers.join(', ')}, ${whose}.`,
    ...(place
      ? [
          `It is entry ${place.leafIndex} of the log ${place.origin}, in a checkpoint of ${place.treeSize} entries.`,
        ]
      : []),
    ...(notLaterThan
      ? [`It existed not later than ${notLaterThan.toISOString()}, as somebody other than the signer states.`]
      : []),
  ];
}

function nextStep(facts: AssuranceFacts): keyof typeof NEXT {
  if (facts.status !== 'verified') return facts.status;
  if (facts.trust === 'embedded') return 'embedded';
  if (facts.quick) return 'quick';
  const level = levelOf(facts);
  return level === 0 ? 'undecided' : level;
}
