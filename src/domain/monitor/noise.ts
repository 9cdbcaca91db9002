import { foldText } from '../citation/normalise.ts';
import { DATE_MARK, markDates } from './dates.ts';

/** Stands for a number that only counts visitors, or for a token. */
const COUNT_MARK = '\ue001';

const NUMBER = String.raw`\d[\d.,']*(?: ?[kKmM])?\+?(?![\d\p{L}])`;
/** Things that are counted for show. People and shares may be what a page is about, so they are not among them. */
const COUNTED =
  '(?:views?|visits?|visitors?|hits|page ?views?|downloads|likes?|comments?|repl(?:y|ies)|followers?|subscribers?|' +
  'reviews?|ratings|clicks|plays|impressions|retweets?|upvotes?|reactions?|readers?|Besucher|Aufrufe|Kommentare?|' +
  'vues?|visites|commentaires?|visitas|comentarios?)';
const QUALIFIED = '(?:(?:unique|total|new|page|user|customer|daily|site|verified|global) )?';
/** What makes of a count an allowance: `10,000 views per month`. */
const ALLOWANCE = '(?! ?(?:per|a|each|every|/|pro|par|por)(?![\\p{L}]))';
const PRESENT = '(?:users?|members?|guests?|visitors?|people|readers?|players?)';

const COUNTERS = [
  `(?<![\\p{L}\\p{N}.,])${NUMBER} ${QUALIFIED}${COUNTED}(?!\\p{L})${ALLOWANCE}`,
  `(?<!\\p{L})(?:${COUNTED}|(?:visitor|view|hit|page) ?(?:number|count|counter)|(?:hit )?counter)` +
    `(?: (?:today|total|so far|count|number|this week|this month))?(?: no\\.?)?[ :#()[-]{1,3}${NUMBER}`,
  `(?<![\\p{L}\\p{N}.,])${NUMBER} (?:other )?${PRESENT} (?:are |is )?(?:currently )?(?:online|watching|viewing|active|browsing|looking|reading|here)(?!\\p{L})`,
  `(?<!\\p{L})(?:viewed|visited|downloaded|read|opened|accessed|clicked) ${NUMBER} times(?!\\p{L})${ALLOWANCE}`,
  `(?<!\\p{L})(?:online|active)(?: now| ${PRESENT})?: ?${NUMBER}`,
  `(?<=(?:generated|rendered|loaded|executed|took|created) (?:\\S+ )?(?:in )?)${NUMBER.replace('(?![\\d\\p{L}])', '')} ?(?:ms|s|secs?|seconds|milliseconds)(?!\\p{L})`,
  '(?<=(?:timestamp|server time|generated)(?: at)?[ :=]{1,3})1[5-9]\\d{8}(?:\\d{3})?(?!\\d)',
  `(?<=(?:csrf|xsrf|nonce|request|session|trace|correlation|ray)[ _-]?(?:token|id)?[ :=#]{1,3})[A-Za-z0-9+/=_-]{8,}`,
].map((pattern) => new RegExp(pattern, 'giu'));

/** Stars and currencies do; the bars between cells do not. */
const SAYS_SOMETHING = /[\p{L}\p{N}]|(?!\|)\p{S}/u;

const MARKS = new RegExp(`[${DATE_MARK}${COUNT_MARK}]`, 'gu');

/** Lines that say themselves that they are paid for. */
const ADVERTISEMENT = /^(?:ad|advert(?:isement)?|sponsored|anzeige|werbung|publicité|publicidad) ?[:|-] /i;

/**
 * What of a line counts: two lines that differ only in noise are equal afterwards. Noise is white space, kinds of
 * quotation marks and dashes, invisible characters, dates and times that tell when the page was made, counters, tokens
 * and lines that call themselves advertisements.
 *
 * @returns null for a line that is noise altogether.
 */
export function comparableText(line: string): string | null {
  const folded = foldText(line).trim();
  if (ADVERTISEMENT.test(folded)) return null;
  const marked = COUNTERS.reduce((text, pattern) => text.replace(pattern, COUNT_MARK), markDates(folded));
  return SAYS_SOMETHING.test(marked.replace(MARKS, '')) ? marked.trim() : null;
}

/** What of a title counts: not how many messages wait, which stands before it. */
export const comparableTitle = (title: string): string | null =>
  comparableText(title.replace(/^\s*\(\d+\+?\)\s*/, ''));
