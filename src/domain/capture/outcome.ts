import type { Header, Outcome, Signal } from './capture.ts';

/** What a captured page is judged by. Texts are from the page: untrusted. */
export interface ObservedPage {
  readonly requestedUrl: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly headers: readonly Header[];
  readonly title: string | null;
  /** The text of record. */
  readonly text: string;
  /** What the browser and the parsers noticed. */
  readonly signals: readonly Signal[];
}

/** A page longer than this has content of its own, whatever its phrases say. */
const MAX_NOTICE_LENGTH = 4_000;
/** A page no longer than this is hardly more than the form that is on it. */
const MAX_FORM_LENGTH = 400;
/** One trait alone is no proof: ordinary pages carry each of them. */
const MIN_TRAITS = 2;

const CHALLENGE_TITLE =
  /^(?:just a moment|attention required|access (?:to this page has been )?denied|access forbidden|are you a robot|robot check|security check|pardon our interruption|verify(?:ing)? you are human|human verification|(?:re|h)?captcha\b|ddos-guard|403 forbidden)/i;
const CHALLENGE_TEXT =
  /(?:verify(?:ing)? (?:that )?you are (?:a )?human|enable javascript and cookies to continue|unusual traffic|automated (?:requests|access|queries)|are you a robot|not a robot|checking (?:if the site connection is secure|your browser)|you have been blocked|access denied|complete the captcha)/i;
const LOGIN_TITLE = /\b(?:sign[ -]?in|log[ -]?in|log ?on|anmelden|connexion|iniciar sesi[oó]n)\b/i;
const LOGIN_TEXT =
  /(?:(?:sign|log) ?in (?:to|or register to|to your account to) (?:continue|view|see|read|access)|you must (?:be logged|log|sign) in|please (?:sign|log) ?in|members only|subscribe to (?:continue|read))/i;
const LOGIN_PATH = /\/(?:log-?in|sign-?in|logon|sso|auth(?:enticate|orize)?|account\/login|session\/new)\b/i;

/** Statuses by which sites turn visitors away. */
const DENIAL_STATUSES = new Set([403, 429, 503]);
/** Headers that name a bot check in its own words. */
const CHALLENGE_HEADERS: readonly (readonly [string, RegExp])[] = [
  ['cf-mitigated', /./],
  ['x-amzn-waf-action', /captcha|challenge/i],
  ['x-datadome', /./],
];

/** Signals of the browser and of the parsers that leave a capture incomplete. */
const INCOMPLETE = new Set([
  'not_settled',
  'endless_scroll',
  'page_truncated',
  'body_truncated',
  'navigation_failed',
  'page_unreadable',
  'ocr_pages_skipped',
  'ocr_failed',
  'artifact_left_out',
]);

/**
 * What kind of page was captured, and why. `blocked` and `login_wall` need two traits that agree; a page with
 * one of them keeps it as a signal. Nothing is done about a blocked page: it is evidence as it is.
 *
 * @returns the outcome, and all signals with the traits that were found.
 * @see design.md 4.4
 */
export function judgeOutcome(page: ObservedPage): { outcome: Outcome; signals: Signal[] } {
  const blocked = blockTraits(page);
  const walled = loginTraits(page);
  const seen = new Set(page.signals.map(({ code }) => code));
  const traits = [...new Set([...blocked, ...walled])]
    .filter((code) => !seen.has(code))
    .map((code) => ({ code }));
  return { outcome: outcomeOf(page, blocked, walled), signals: [...page.signals, ...traits] };
}

function outcomeOf(page: ObservedPage, blocked: readonly string[], walled: readonly string[]): Outcome {
  if (blocked.length >= MIN_TRAITS) return 'blocked';
  if (walled.length >= MIN_TRAITS) return 'login_wall';
  return page.status >= 400 ? 'error_page' : judgeContent(page.text, page.signals);
}

/** The outcome of a document that nobody served: whether it has text, and is whole. */
export function judgeContent(text: string, signals: readonly Signal[]): Outcome {
  if (text.trim() === '') return 'empty';
  return signals.some(({ code }) => INCOMPLETE.has(code)) ? 'partial' : 'ok';
}

function blockTraits({ status, headers, title, text, signals }: ObservedPage): string[] {
  const isNamed = CHALLENGE_HEADERS.some(([name, pattern]) =>
    headers.some(([own, value]) => own === name && pattern.test(value)),
  );
  return present({
    denial_status: DENIAL_STATUSES.has(status),
    challenge_header: isNamed,
    challenge_title: CHALLENGE_TITLE.test(title?.trim() ?? ''),
    challenge_text: isNotice(text) && CHALLENGE_TEXT.test(text),
    challenge_widget: signals.some(({ code }) => code === 'challenge_widget'),
  });
}

function loginTraits({ requestedUrl, finalUrl, status, title, text, signals }: ObservedPage): string[] {
  const hasPassword = signals.some(({ code }) => code === 'password_field');
  const wasSent = !LOGIN_PATH.test(pathOf(requestedUrl)) && LOGIN_PATH.test(pathOf(finalUrl));
  return present({
    unauthorized_status: status === 401,
    password_field: hasPassword,
    login_redirect: wasSent,
    login_title: LOGIN_TITLE.test(title ?? ''),
    login_form: hasPassword && text.length <= MAX_FORM_LENGTH && LOGIN_TITLE.test(text),
    login_text: isNotice(text) && LOGIN_TEXT.test(text),
  });
}

const isNotice = (text: string): boolean => text.length <= MAX_NOTICE_LENGTH;

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');

const present = (traits: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(traits).flatMap(([code, isPresent]) => (isPresent ? [code] : []));
