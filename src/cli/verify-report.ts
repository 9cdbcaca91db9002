import type { CitationVerdict } from '../domain/citation/portable-verify.ts';
import { visibleText } from '../domain/report/visible-text.ts';
import type { Assurance, Check, Verdict } from '../domain/verification/verdict.ts';
import { toVerdictJson } from '../domain/verification/verdict-json.ts';

/** How to print a verdict. */
export interface ReportStyle {
  readonly json: boolean;
  readonly colours: boolean;
}

type Paint = (colour: keyof typeof COLOURS, text: string) => string;

const COLOURS = { red: 31, green: 32, yellow: 33, grey: 90 } as const;
const STATUS_COLOURS = { pass: 'green', fail: 'red', unknown: 'yellow', absent: 'grey' } as const;
const VERDICT_COLOURS = { verified: 'green', tampered: 'red', undecided: 'yellow' } as const;

/** A verdict as text for people, or as one JSON object. Ends with a newline. */
export function renderVerdict(verdict: Verdict, { json, colours }: ReportStyle): string {
  if (json) return `${JSON.stringify(toVerdictJson(verdict), null, 2)}\n`;
  const paint = painter(colours);
  const { bundleId, manifestSha256, checks, tampered, assurance } = verdict;
  return [
    `${renderStatus(verdict.status, paint)}  ${bundleId ?? 'no bundle'}`,
    ...(manifestSha256 ? [`manifest-sha256: ${manifestSha256}`] : []),
    '',
    ...checks.map((check) => renderCheck(check, paint)),
    ...(tampered.length > 0 ? ['', `Differs: ${tampered.join(', ')}`] : []),
    ...renderAssurance(assurance),
  ].join('\n');
}

/** A verdict on a citation proof as text for people. Ends with a newline. */
export function renderCitation(verdict: CitationVerdict, colours: boolean): string {
  const paint = painter(colours);
  const { bundleId, quote, source, checks, assurance } = verdict;
  return [
    `${renderStatus(verdict.status, paint)}  ${bundleId ?? 'no bundle'}`,
    '',
    `  "${visibleText(quote.replace(/\s+/g, ' '))}"`,
    ...(source ? [`  ${visibleText(source.title ?? source.origin ?? '')}, sealed ${source.sealedAt}`] : []),
    '',
    ...checks.map((check) => renderCheck(check, paint)),
    ...renderAssurance(assurance),
  ].join('\n');
}

const painter =
  (colours: boolean): Paint =>
  (colour, text) =>
    colours ? `\x1b[${COLOURS[colour]}m${text}\x1b[0m` : text;

const renderStatus = (status: Verdict['status'], paint: Paint): string =>
  paint(VERDICT_COLOURS[status], status.toUpperCase());

const renderCheck = ({ id, status, detail }: Check, paint: Paint): string =>
  `  ${paint(STATUS_COLOURS[status], status.padEnd(7))}  ${id.padEnd(22)}  ${detail}`;

const renderAssurance = ({ proves, does_not_prove, level, next }: Assurance): string[] => [
  ...renderList('Proves', proves),
  ...renderList('Does not prove', does_not_prove),
  '',
  `Level ${level}. ${next}`,
  '',
];

const renderList = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : ['', `${title}:`, ...items.map((item) => `  - ${item}`)];
