/** Languages whose names of months and weekdays are known. */
const LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'tr',
  'ru',
  'uk',
];

/** Stands for a date or a time of day. */
export const DATE_MARK = '\ue000';

/** The names as they stand in dates, which several languages inflect. */
function namesOf(part: 'month' | 'weekday', days: readonly Date[]): string {
  const names = LOCALES.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((style) => {
      const format = new Intl.DateTimeFormat(locale, { day: 'numeric', [part]: style, timeZone: 'UTC' });
      return days.map((day) => format.formatToParts(day).find(({ type }) => type === part)?.value ?? '');
    }),
  );
  const words = new Set(
    names.map((name) => name.replace(/\.$/, '')).filter((name) => /^\p{L}+$/u.test(name)),
  );
  return [...words].sort((a, b) => b.length - a.length).join('|');
}

const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 3)));
const WEEK = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, 4 + day)));

const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';
const MONTH = `(?:${namesOf('month', MONTHS)})\\.?`;
const WEEKDAYS = `(?:${namesOf('weekday', WEEK)})`;
const WEEKDAY = `(?:${WEEKDAYS}\\.?,? )?`;
const DAY = '\\d{1,2}(?:st|nd|rd|th|\\.|er|º)?';
const YEAR = '(?:19|20)\\d\\d';
const CLOCK = '\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?: ?[ap]\\.?m\\b\\.?)?';
const ZONE = '(?: ?(?:UTC|GMT|Z|[A-Z]{2,4}T|Uhr|[+-]\\d\\d:?\\d\\d))?';
const AT_TIME = `(?:(?:,| at| um| à| a las| kl\\.?| -)? ?(?:T)?${CLOCK}${ZONE})?`;

const forms = (patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'giu');

const DATES = forms([
  `${START}${YEAR}[-/.]\\d{1,2}[-/.]\\d{1,2}(?:T${CLOCK}${ZONE})?(?!\\d)${AT_TIME}`,
  `${START}${WEEKDAY}(?:\\d{1,2}[-/.]\\d{1,2}[-/.]${YEAR}|\\d{1,2}/\\d{1,2}/\\d\\d)${END}${AT_TIME}`,
  `${START}${WEEKDAY}${DAY}(?: of| de)? ${MONTH}(?:,?(?: de)? ${YEAR})?${END}${AT_TIME}`,
  `${START}${WEEKDAY}${MONTH} ${DAY}(?:,? ${YEAR})?${END}${AT_TIME}`,
  `${START}${MONTH} ${YEAR}${END}`,
  `\\d{4} ?年 ?\\d{1,2} ?月 ?\\d{1,2} ?日${AT_TIME}`,
  `\\d{4} ?년 ?\\d{1,2} ?월 ?\\d{1,2} ?일${AT_TIME}`,
  `(?<=(?:©|\\(c\\)|copyright) ?)${YEAR}(?: ?- ?${YEAR})?`,
]);

/** How long ago, and the days next to today. */
const AGES = forms([
  `${START}(?:an?|one|\\d+) ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|years?) ago${END}`,
  `${START}vor (?:einer?|einem|\\d+) (?:Sekunden?|Minuten?|Stunden?|Tag(?:en)?|Wochen?|Monat(?:en)?|Jahr(?:en)?)${END}`,
  `${START}il y a (?:une?|\\d+) (?:secondes?|minutes?|heures?|jours?|semaines?|mois|ans?)${END}`,
  `${START}hace (?:una?|\\d+) (?:segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?)${END}`,
  `${START}just now${END}`,
  `(?<=(?:today(?: is|:)|heute(?: ist|:)|aujourd'hui,?|hoy es) )${WEEKDAYS}${END}`,
  `(?<=(?:updated|posted|published|modified|edited|checked)[: ]{1,2})(?:today|yesterday|now)${END}${AT_TIME}`,
]);

/** A time of day that is no end of a span: opening hours count. */
const TIMES = forms([
  `(?<!\\d ?(?:-|to|bis|until|à|a) ?)${START}${CLOCK}${ZONE}(?! ?(?:-|to|bis|until|à|a) ?\\d)`,
]);
/** Lines in which a time of day is that of the page itself. */
const IS_CLOCK =
  /^[^\p{L}\p{N}]*\d{1,2}:\d\d(?::\d\d)?[^\p{L}\p{N}]*$|^time:|\b(?:updated?|modified|generated|rendered|as of|refreshed|retrieved|checked|posted|published|current(?:ly)?|local time|server time|time now|now|stand|aktualisiert|mis à jour|actualizado)\b/iu;

/** Lines in which something hangs on a date: there it is what the line says. */
const IS_TERM =
  /\b(?:until|till|through|deadline|due|expir\w*|effective|valid|ends?|starts?|begins?|scheduled|takes place|hearing|closing date|no later than|in force|bis|gültig|Frist|fällig|in Kraft|jusqu\w*|échéance|vigueur|hasta|vence|vigor|scadenza|entro|válido)\b|до|срок/iu;

/**
 * Puts {@link DATE_MARK} in the place of dates, times and ages that tell when a page was made. They stay where the
 * line says until or from when something holds.
 *
 * @param line folded: single spaces, plain dashes.
 */
export function markDates(line: string): string {
  if (IS_TERM.test(line)) return line;
  const marked = line.replace(DATES, DATE_MARK).replace(AGES, DATE_MARK);
  return IS_CLOCK.test(line) ? marked.replace(TIMES, DATE_MARK) : marked;
}
