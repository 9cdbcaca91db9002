import { NEVER_PROVED, TIME_NOT_PROVED } from '../verification/assurance.ts';
import type { ExaminedSigner } from '../verification/signer-checks.ts';
import type { Assurance, Verdict } from '../verification/verdict.ts';

/** What the assurance of a citation depends on. */
export interface CitationFacts {
  readonly status: Verdict['status'];
  readonly bundleId: string | null;
  readonly signers: readonly string[];
  readonly trust: ExaminedSigner['trust'];
}

const OUT_OF_CONTEXT = 'What the rest of the text says, nor that the quote keeps its meaning alone.';

const NEXT = {
  tampered: 'Do not rely on this proof. Ask whoever gave it to you for the bundle itself.',
  undecided:
    "Verify again with the signer's address from a source outside the proof, such as the service's /.well-known/affiant-keys.json.",
  embedded:
    "Compare the signer's address with the operator's published keys: a proof cannot vouch for its own signer.",
  outside: 'Read the quote in its context: ask for the whole bundle.',
};

/** What a verdict on a citation proof does and does not show. */
export const describeCitation = (facts: CitationFacts): Assurance => ({
  proves: facts.status === 'verified' ? describeProof(facts) : [],
  does_not_prove: [OUT_OF_CONTEXT, ...NEVER_PROVED, TIME_NOT_PROVED],
  level: facts.status === 'verified' && facts.trust === 'outside' ? 1 : 0,
  next: NEXT[facts.status === 'verified' ? (facts.trust ?? 'undecided') : facts.status],
});

const describeProof = ({ bundleId, signers, trust }: CitationFacts): string[] => [
  `The quoted words stand in the text that was sealed in bundle ${bundleId}.`,
  `Its manifest was signed with the key of ${signers.join(', ')}, ${
    trust === 'outside'
      ? 'an address trusted from outside the proof'
      : 'the address that the proof itself names'
  }.`,
];
