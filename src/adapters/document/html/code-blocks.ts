import type { DomElement } from './dom.ts';

/** Line numbers and buttons that highlighters put into the code. */
const GUTTERS =
  '.gutter, .lineno, .linenos, .line-number, .line-numbers-rows, .hljs-ln-numbers, .blob-num, button, .copy-button';
const LANGUAGE_CLASS =
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|brush:?|sourceCode)[-\s:]+([\w+#.-]+)/i;
/** Classes of highlighters that are not languages. */
const NOT_LANGUAGES = new Set(['none', 'plain', 'plaintext', 'text', 'default', 'auto', 'highlighter-rouge']);

/** Makes every `<pre>` hold plain text only, with its language in `data-language`. */
export function normaliseCodeBlocks(root: DomElement): void {
  unwrapHighlightTables(root);
  for (const block of root.querySelectorAll('pre')) {
    const language = languageOf(block);
    for (const gutter of block.querySelectorAll(GUTTERS)) gutter.remove();
    for (const lineBreak of block.querySelectorAll('br')) lineBreak.replaceWith('\n');
    block.textContent = block.textContent.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
    if (language) block.setAttribute('data-language', language);
  }
}

/** Highlighters lay line numbers and code out as a table of two cells; only the code is text. */
function unwrapHighlightTables(root: DomElement): void {
  for (const table of root.querySelectorAll(
    '.highlight table, .highlighttable, table.rouge-table, table.hljs-ln',
  )) {
    const code = table.querySelector('td.code pre, td.rouge-code pre');
    if (code && !table.closest('pre')) table.replaceWith(code);
  }
}

function languageOf(block: DomElement): string | null {
  const code = block.querySelector('code');
  const around = block.closest('[class*="highlight-"], [class*="language-"], [class*="lang-"]');
  for (const element of [code, block, around]) {
    const named = element?.getAttribute('data-lang') ?? element?.getAttribute('data-language');
    const language = named ?? element?.getAttribute('class')?.match(LANGUAGE_CLASS)?.[1];
    if (language && /^[\w+#.-]{1,32}$/.test(language) && !NOT_LANGUAGES.has(language.toLowerCase())) {
      return language.toLowerCase();
    }
  }
  return null;
}

/** Fenced code; the fence is longer than any run of backticks inside. @param language '' for none. */
export function fencedCode(code: string, language: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Text with its line breaks, and the blanks around them, as single spaces. */
export const oneLine = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .join(' ')
    : text;

/** Code inside a line. A backtick at its edge is kept apart from the delimiter by a space. */
export function inlineCode(code: string): string {
  const line = oneLine(code);
  if (!line.trim()) return line;
  const runs = new Set((line.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const delimiter = '`'.repeat(length);
  const space = /^`|`$/.test(line) ? ' ' : '';
  return delimiter + space + line + space + delimiter;
}
