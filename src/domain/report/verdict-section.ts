import type { Manifest } from '../manifest/manifest.ts';
import { SEAL_CHECK_IDS } from '../verification/seal-checks.ts';
import type { Check, CheckStatus, Verdict } from '../verification/verdict.ts';
import { element, type ReportElement } from './element.ts';
import { code, foreign, section, table } from './phrases.ts';

/** A verdict in words that a reader of a case file understands. */
export interface VerdictWords {
  readonly heading: string;
  readonly sentence: string;
  /** What to do, where the verdict's own advice is about another case. */
  readonly next?: string;
}

const SIGNER_CHECKS = new Set(['signer_trusted', 'key_valid_at_time']);

/** The verdict in words. They claim no more than the checks did. */
export const wordVerdict = (verdict: Verdict): VerdictWords => WORDS[caseOf(verdict)];

function caseOf({ status, checks, assurance, manifestSha256 }: Verdict): WordedCase {
  const has = (id: string, wanted: CheckStatus) =>
    checks.some((check) => check.id === id && check.status === wanted);
  if (status === 'verified') return assurance.level === 0 ? 'embedded' : 'verified';
  if (status === 'undecided') {
    if (manifestSha256 === null) return 'noBundle';
    return has('signature', 'pass') && has('signer_trusted', 'unknown') ? 'noSigner' : 'undecided';
  }
  if (has('archive_safe', 'fail')) return 'refused';
  const failed = checks.filter((check) => check.status === 'fail').map(({ id }) => id);
  if (failed.every((id) => SIGNER_CHECKS.has(id))) return 'otherSigner';
  return failed.every((id) => SEAL_CHECK_IDS.has(id)) ? 'brokenSeal' : 'tampered';
}

type WordedCase =
  | 'verified'
  | 'embedded'
  | 'tampered'
  | 'otherSigner'
  | 'brokenSeal'
  | 'refused'
  | 'noSigner'
  | 'undecided'
  | 'noBundle';

const WORDS: Readonly<Record<WordedCase, VerdictWords>> = {
  verified: {
    heading: 'Verified',
    sentence: 'Every file is as it was when it was sealed, and the seal was made by a signer you trust.',
  },
  embedded: {
    heading: 'Consistent in itself',
    sentence:
      'Every file is as it was when it was sealed. But only the archive itself says whose seal it is: anybody can make such an archive with a key of their own.',
  },
  tampered: {
    heading: 'Do not rely on this archive',
    sentence: 'It is not what was sealed: something was changed, added or removed.',
  },
  otherSigner: {
    heading: 'Not sealed by a signer you trust',
    sentence:
      'The files agree with their seal, but it does not count: it is by another signer than the ones you named, or by a key that was not in use.',
    next: 'Ask the operator, by another way than the one the archive came, which address signs its bundles.',
  },
  brokenSeal: {
    heading: 'Do not rely on what was added later',
    sentence:
      'The files agree with their seal, but something that was added after sealing is broken: a record, a proof or a time stamp. The list of checks says which.',
    next: 'Get the bundle again from whoever sealed it, and compare what was added.',
  },
  refused: {
    heading: 'The archive was refused',
    sentence:
      'It is built so that programs would find different files in it, or so that it overloads a computer. Nothing in it was read.',
  },
  noSigner: {
    heading: 'Not decided: whose seal do you trust?',
    sentence:
      'No fault was found in the files. Whether the signer is the right one cannot be read from the archive: it takes an address or a list of keys that you have from somewhere else.',
  },
  undecided: {
    heading: 'Not decided',
    sentence: 'No fault was found, but something could not be checked. The list of checks says what.',
  },
  noBundle: {
    heading: 'This is not an evidence archive',
    sentence: 'It could not be opened as a ZIP archive with a manifest, so there is nothing to check.',
  },
};

/** The verdict, what differs, and what to do next. */
export function verdictBanner(verdict: Verdict, manifest: Manifest | null): ReportElement {
  const { heading, sentence, next } = wordVerdict(verdict);
  return element('header', { class: 'verdict', 'data-status': verdict.status }, [
    element('h2', { id: 'verdict' }, [heading]),
    element('p', {}, [sentence]),
    ...(next ? [] : describeDifference(verdict, manifest)),
    element('p', { class: 'next' }, [next ?? verdict.assurance.next]),
  ]);
}

function describeDifference({ tampered }: Verdict, manifest: Manifest | null): ReportElement[] {
  if (tampered.length === 0) return [];
  const pathOf = (name: string) =>
    CORE_FILES[name] ?? manifest?.artifacts.find((artifact) => artifact.name === name)?.path ?? name;
  return [
    element('p', {}, ['These differ from what was sealed:']),
    element(
      'ul',
      {},
      tampered.map((name) => element('li', {}, [foreign(pathOf(name))])),
    ),
  ];
}

const CORE_FILES: Readonly<Record<string, string>> = {
  manifest: 'manifest.json',
  signature: 'signature.json',
};

const TITLES: Readonly<Record<string, string>> = {
  archive_safe: 'Archive',
  manifest_canonical: 'Manifest',
  no_extra_files: 'No file added',
  signature: 'Signature',
  signer_trusted: 'Signer',
  key_valid_at_time: 'Life of the key',
  chunk_tree: 'Parts of the text',
  custody_chain: 'Custody records',
  log_inclusion: 'Entry in the log',
  checkpoint_signature: 'State of the log',
  timestamps: 'Time stamps',
  attestation: 'Attestation',
};

const STATUS_WORDS: Readonly<Record<CheckStatus, string>> = {
  pass: 'passed',
  fail: 'failed',
  unknown: 'not decided',
  absent: 'not there',
};

/** Every check with its result, in the order of the verifier. */
export const checksSection = ({ checks }: Verdict): ReportElement =>
  section('checks', 'Checks', [
    table(
      { caption: 'What was checked', columns: ['Check', 'Result', 'What was found'] },
      checks.map(checkRow),
    ),
  ]);

function checkRow({ id, status, detail }: Check): ReportElement {
  const title = TITLES[id] ?? (id.startsWith('artifact:') ? `File: ${id.slice('artifact:'.length)}` : id);
  return element('tr', { 'data-check': id, 'data-status': status }, [
    element('th', { scope: 'row' }, [title]),
    element('td', {}, [element('span', { class: 'status' }, [STATUS_WORDS[status]])]),
    element('td', {}, [foreign(detail)]),
  ]);
}

/** What the verdict says and does not say. */
export const assuranceSection = ({ assurance, status }: Verdict): ReportElement =>
  section('assurance', 'What this shows, and what not', [
    element('h3', {}, ['It shows']),
    assurance.proves.length > 0
      ? sentences(assurance.proves)
      : element('p', {}, [status === 'tampered' ? 'Nothing that could be relied on.' : 'Nothing yet.']),
    element('h3', {}, ['It does not show']),
    sentences(assurance.does_not_prove),
    ...(status === 'verified' ? [describeLevel(assurance.level)] : []),
  ]);

const describeLevel = (level: Verdict['assurance']['level']): ReportElement =>
  element('p', {}, [`Assurance level ${level} of 3: ${LEVELS[level]}.`]);

const LEVELS = [
  'no signer was confirmed',
  'sealed by a confirmed signer',
  'entered in a public log',
  'timed or witnessed by somebody independent',
] as const;

const sentences = (items: readonly string[]): ReportElement =>
  element(
    'ul',
    {},
    items.map((item) => element('li', {}, [foreign(item)])),
  );

/** In place of a verdict, where nothing was checked. */
export const uncheckedBanner = (signers: readonly string[]): ReportElement =>
  element('header', { class: 'verdict', 'data-status': 'unchecked' }, [
    element('h2', { id: 'verdict' }, ['Not checked: this page only describes']),
    element('p', {}, [
      'It tells what the archive says of itself. It checked nothing, and whoever changed the archive could have changed this page too. ',
      'To check the archive, open the page /verify of the service, or run this in the unpacked folder with a signer’s address that you have from elsewhere:',
    ]),
    element('pre', {}, ['node verify/verify.mjs --signer 0x…']),
    ...(signers.length === 0
      ? []
      : [element('p', {}, ['It says that it was signed by ', ...signers.map(code), '.'])]),
  ]);
