import type { ExaminedSigner } from './signer-checks.ts';
import type { Assurance, Verdict } from './verdict.ts';

/** What the assurance depends on. */
export interface AssuranceFacts {
  readonly status: Verdict['status'];
  readonly signers: readonly string[];
  readonly trust: ExaminedSigner['trust'];
  readonly quick: boolean;
}

const NEVER_PROVED = [
  'Who wrote the content: a connection leaves no proof of authorship that a third party could check.',
  'What other visitors saw, or what the source said at another time.',
  'That the content is true.',
];

const TIME_NOT_PROVED =
  "When it was sealed: the times are the signer's own statement, and no independent time was checked.";

const NEXT = {
  tampered:
    'Do not rely on this copy. Get the bundle again from whoever sealed it, and compare the manifest digests.',
  undecided:
    "Verify again with the signer's address from a source outside the bundle, such as the service's /.well-known/affiant-keys.json.",
  embedded:
    "Compare the signer's address with the operator's published keys: the list inside the bundle cannot vouch for itself.",
  quick: 'Verify without the quick option to check the artifacts too.',
  outside:
    'An independent time (a log checkpoint, a timestamp or an attestation) would show by when the seal existed.',
};

/** What a verdict does and does not show, in sentences that claim no more than the checks did. */
export function describeAssurance(facts: AssuranceFacts): Assurance {
  return {
    proves: facts.status === 'verified' ? describeProof(facts) : [],
    does_not_prove: [
      ...(facts.quick ? ['That the artifacts are unchanged: the quick check did not read them.'] : []),
      ...NEVER_PROVED,
      TIME_NOT_PROVED,
    ],
    level: facts.status === 'verified' && facts.trust === 'outside' ? 1 : 0,
    next: NEXT[nextStep(facts)],
  };
}

function describeProof({ signers, trust, quick }: AssuranceFacts): string[] {
  const unchanged = quick
    ? 'The manifest has exactly the bytes it had when the bundle was sealed.'
    : 'The manifest and every artifact have exactly the bytes they had when the bundle was sealed.';
  const whose =
    trust === 'outside'
      ? 'an address trusted from outside the bundle'
      : "an address from the bundle's own key list";
  return [unchanged, `The manifest was signed with the key of ${signers.join(', ')}, ${whose}.`];
}

function nextStep({ status, trust, quick }: AssuranceFacts): keyof typeof NEXT {
  if (status !== 'verified') return status;
  if (trust === 'embedded') return 'embedded';
  return quick ? 'quick' : 'outside';
}
