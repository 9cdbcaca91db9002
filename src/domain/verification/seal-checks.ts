import type { BundleFiles } from './bundle-files.ts';
import { type Finding, found } from './finding.ts';

/** Each later seal: its check, where it lies, and its name in a sentence. */
const SEALS = [
  { id: 'custody_chain', pattern: /^seals\/custody\.jsonl$/, name: 'custody records' },
  { id: 'log_inclusion', pattern: /^seals\/log-proof\.txt$/, name: 'a log proof' },
  { id: 'checkpoint_signature', pattern: /^seals\/log-proof\.txt$/, name: 'a log checkpoint' },
  { id: 'timestamps', pattern: /^seals\/tsa\//, name: 'timestamp tokens' },
  { id: 'attestation', pattern: /^seals\/attestation\.json$/, name: 'an attestation' },
] as const;

/** Ids of the checks that need a seal which is added after sealing. */
export const SEAL_CHECK_IDS: ReadonlySet<string> = new Set(SEALS.map(({ id }) => id));

/** The checks of seals that were added after sealing: present ones are `unknown`, as this version reads none of them. */
export function checkSeals({ sizes }: BundleFiles): Finding[] {
  const paths = [...sizes.keys()];
  return SEALS.map(({ id, pattern, name }) => {
    if (!paths.some((path) => pattern.test(path)))
      return found(id, 'absent', 'The bundle carries no such seal.');
    return found(
      id,
      'unknown',
      `The bundle carries ${name}, which this version of the verifier does not check.`,
    );
  });
}
