import type { Verdict } from '../verification/verdict.ts';
import { artifactsSection, custodySection, identitySection, softwareSection } from './bundle-sections.ts';
import { captureSection } from './capture-section.ts';
import { element, type ReportElement } from './element.ts';
import { factList, foreign, section, size, time } from './phrases.ts';
import type { ReportFacts } from './report-facts.ts';
import { assuranceSection, checksSection, uncheckedBanner, verdictBanner } from './verdict-section.ts';

/** One picture of the capture. `src` is made by the renderer's caller, never taken from a bundle. */
export interface ReportImage {
  readonly src: string;
}

/** The beginning of the text of record. */
export interface TextPreview {
  /** Untrusted; shown as plain text. */
  readonly text: string;
  readonly totalBytes: number;
  readonly isWhole: boolean;
}

/** When and against what a bundle was checked. */
export interface CheckCircumstances {
  /** RFC 3339, by the clock of the computer that checked. */
  readonly at: string;
  /** Whose seal was trusted, in words. */
  readonly against: string;
}

/** What a report shows. */
export interface ReportContent {
  readonly facts: ReportFacts;
  /** Null where nothing was checked. */
  readonly verdict: Verdict | null;
  readonly circumstances: CheckCircumstances | null;
  readonly images: readonly ReportImage[];
  readonly preview: TextPreview | null;
}

/**
 * The plain-language report about a bundle: for `verify/report.html` and for the web page. Everything in it that
 * comes from the bundle is text.
 */
export function buildReport(content: ReportContent): ReportElement {
  const { facts, verdict, circumstances, images, preview } = content;
  const { manifest, record, signature } = facts;
  const signers = signature?.signatures.map(({ signer_address }) => signer_address) ?? [];
  const parts = [
    verdict ? verdictBanner(verdict, manifest) : uncheckedBanner(signers),
    manifest && verdict && !isSigned(verdict) ? UNSIGNED : null,
    manifest && identitySection(facts),
    manifest && captureSection(manifest, record),
    images.length > 0 ? imagesSection(images) : null,
    verdict && assuranceSection(verdict),
    verdict && checksSection(verdict),
    circumstances && circumstancesSection(circumstances),
    custodySection(facts, verdict),
    manifest && artifactsSection(manifest),
    preview && previewSection(preview),
    softwareSection(record),
  ];
  return element(
    'article',
    { 'aria-labelledby': 'verdict' },
    parts.filter((part) => part !== null),
  );
}

const isSigned = ({ checks }: Verdict): boolean =>
  checks.some(({ id, status }) => id === 'signature' && status === 'pass');

const UNSIGNED = element('p', { class: 'warning' }, [
  'What follows is what the archive says of itself. No valid signature stands behind it.',
]);

const circumstancesSection = ({ at, against }: CheckCircumstances): ReportElement =>
  section('circumstances', 'How it was checked', [
    factList([
      ['Trusted', foreign(against)],
      ['Checked', [time(at), ', by the clock of this computer']],
    ]),
  ]);

const imagesSection = (images: readonly ReportImage[]): ReportElement =>
  section(
    'screenshot',
    'Screenshot',
    images.map(({ src }, index) => {
      const part = images.length === 1 ? '' : `, part ${index + 1} of ${images.length}`;
      return element('figure', {}, [
        element('img', { src, alt: `Screenshot of the captured page${part}` }),
        element('figcaption', {}, [`The page as it was shown to the browser${part}.`]),
      ]);
    }),
  );

const previewSection = ({ text, totalBytes, isWhole }: TextPreview): ReportElement =>
  section('text', 'Text', [
    element('p', {}, [
      isWhole
        ? 'The whole text of record.'
        : `The beginning of the text of record (${size(totalBytes)} in all).`,
    ]),
    element('pre', { class: 'text', role: 'region', 'aria-label': 'Text of the document', tabindex: '0' }, [
      text,
    ]),
  ]);
