import { expect, it } from 'vitest';
import { escapeMarkdown } from '../../../../src/adapters/document/html/escape.ts';

it.each([
  ['snake_case and 2 * 3 = 6', 'snake_case and 2 * 3 = 6'],
  ['[1] and (2) and [a] (b)', '[1] and (2) and [a] (b)'],
  ['AT&T, a < b, <3 and C:\\dir', 'AT&T, a < b, <3 and C:\\dir'],
  ['50% | 10-20', '50% | 10-20'],
])('leaves %j alone, so that quotes are found', (text, expected) => {
  expect(escapeMarkdown(text, true)).toBe(expected);
});

it.each([
  ['*emphasis*', '\\*emphasis\\*'],
  ['_emphasis_', '\\_emphasis\\_'],
  ['`code`', '\\`code\\`'],
  ['[a](b)', '[a\\](b)'],
  ['<b> &lt;', '\\<b> \\&lt;'],
  ['\\*', '\\\\\\*'],
])('escapes what would be markup in %j', (text, expected) => {
  expect(escapeMarkdown(text, false)).toBe(expected);
});

it.each(['# a', '> a', '- a', '+ a', '1. a', '2) a', '---', '~~~'])(
  'escapes %j only where a line begins',
  (text) => {
    expect(escapeMarkdown(text, false).replace('\\~~', '~~')).toBe(text);
    expect(escapeMarkdown(text, true)).not.toBe(text);
  },
);
