/** Delimiters in use, the most usual first. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** How much of the text is looked at to tell the delimiter. */
const SAMPLE_LENGTH = 64 * 1024;

/**
 * CSV as a Markdown table with its first record as head. Line breaks in a field become `<br>`.
 *
 * Fields may be separated by comma, semicolon, tab or bar: the one that the first record has most of. A quote
 * that is never closed takes the rest of the text, as spreadsheets have it.
 *
 * @returns the empty string for a text without records, else text that ends with one LF.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function csvToMarkdown(text: string): string {
  const csv = text.replace(/^\ufeff/, '');
  const records = [...readRecords(csv, delimiterOf(csv))].filter((fields) =>
    fields.some((field) => field !== ''),
  );
  const [head, ...body] = records;
  if (!head) return '';
  // Rows may be shorter than the head, which Markdown fills up, but not longer.
  const columns = records.reduce((most, fields) => Math.max(most, fields.length), 0);
  const headRow = Array.from({ length: columns }, (_, index) => head[index] ?? '');
  const lines = [rowOf(headRow), rowOf(headRow.map(() => '---')), ...body.map(rowOf)];
  return `${lines.join('\n')}\n`;
}

function delimiterOf(csv: string): string {
  const unquoted = csv.slice(0, SAMPLE_LENGTH).replace(/"(?:[^"]|"")*"/g, '');
  const [record = ''] = unquoted.replace(/^[\r\n]+/, '').split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: record.split(delimiter).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

/** Records one by one: a quoted field may hold delimiters, line breaks and doubled quotes. */
function* readRecords(csv: string, delimiter: string): Generator<readonly string[]> {
  let fields: string[] = [];
  let at = 0;
  while (at < csv.length) {
    const end = csv[at] === '"' ? closingQuote(csv, at) : at;
    const stop = nextStop(csv, end, delimiter);
    fields.push(fieldOf(csv.slice(at, end), csv.slice(end, stop)));
    at = stop;
    if (csv[at] === delimiter) {
      at += 1;
      if (at < csv.length) continue;
      fields.push('');
    }
    at += csv.startsWith('\r\n', at) ? 2 : 1;
    yield fields;
    fields = [];
  }
}

/** Index after the quote that ends the field that begins at `start`. */
function closingQuote(csv: string, start: number): number {
  let at = csv.indexOf('"', start + 1);
  while (at >= 0 && csv[at + 1] === '"') at = csv.indexOf('"', at + 2);
  return at < 0 ? csv.length : at + 1;
}

function nextStop(csv: string, from: number, delimiter: string): number {
  let at = from;
  while (at < csv.length && csv[at] !== delimiter && csv[at] !== '\n' && csv[at] !== '\r') at += 1;
  return at;
}

/** @param quoted with its quotes, or empty. */
const fieldOf = (quoted: string, rest: string): string =>
  `${quoted.replace(/^"|"$/g, '').replaceAll('""', '"')}${rest}`.trim();

const rowOf = (fields: readonly string[]): string => `| ${fields.map(cellOf).join(' | ')} |`;

const cellOf = (field: string): string =>
  field
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replace(/\r\n|\r|\n/g, '<br>');
