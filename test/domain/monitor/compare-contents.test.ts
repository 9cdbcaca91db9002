import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareContents } from '../../../src/domain/monitor/compare-contents.ts';
import { contentText, type MonitoredContent } from '../../../src/domain/monitor/content.ts';
import { MAX_QUOTE_LENGTH, MAX_QUOTES } from '../../../src/domain/monitor/content-diff.ts';
import { contentSha256 } from '../../../src/domain/monitor/content-digest.ts';

const content = (lines: readonly string[], more: Partial<MonitoredContent> = {}): MonitoredContent => ({
  ...{ title: 'A page', lines, links: [], images: [], truncated: false },
  ...more,
});

const word = fc.constantFrom(
  'harbour',
  'Möwe',
  '港口',
  'lamp',
  '😀',
  'rope',
  '480.00',
  'EUR',
  "ship's",
  'not',
  'tar',
);
const line = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const lines = fc.array(line, { maxLength: 25 });
const addresses = fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map((number) => `https://a.test/${number}`));
const contents = fc
  .record({ title: fc.option(line), lines, links: addresses, images: addresses })
  .map((parts): MonitoredContent => ({ ...parts, truncated: false }));

/** What stands in a text from a code point on. */
const at = (text: string, start: number, quote: string): string =>
  [...text].slice(start, start + [...quote].length).join('');

describe('no change', () => {
  it('is between a content and itself', () => {
    fc.assert(fc.property(contents, (one) => compareContents(one, one) === null));
  });

  it('is an order', () => {
    const shuffled = contents.chain((one) =>
      fc
        .tuple(
          fc.shuffledSubarray([...one.lines], { minLength: one.lines.length }),
          fc.shuffledSubarray([...one.links], { minLength: one.links.length }),
        )
        .map(([order, links]) => [one, { ...one, lines: order, links }] as const),
    );
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(compareContents(one, other)).toBeNull();
        expect(contentSha256(other)).toBe(contentSha256(one));
      }),
    );
  });

  it('is wherever the digests are equal', () => {
    fc.assert(
      fc.property(contents, contents, (one, other) => {
        if (contentSha256(one) === contentSha256(other)) expect(compareContents(one, other)).toBeNull();
        if (compareContents(one, other) !== null) expect(contentSha256(one)).not.toBe(contentSha256(other));
      }),
    );
  });
});

describe('a change', () => {
  it('is any sentence that was put in, and it is quoted', () => {
    fc.assert(
      fc.property(contents, fc.nat(), line, (one, place, words) => {
        const sentence = `Somebody wrote: ${words}.`;
        const position = place % (one.lines.length + 1);
        const after = { ...one, lines: one.lines.toSpliced(position, 0, sentence) };
        const diff = compareContents(one, after);
        expect(diff?.counts).toEqual({ added: 1, removed: 0, changed: 0, moved: 0 });
        expect(diff?.added[0]?.text).toBe(sentence.slice(0, MAX_QUOTE_LENGTH));
        expect(compareContents(after, one)?.counts).toMatchObject({ added: 0, removed: 1, changed: 0 });
      }),
    );
  });

  it('is quoted as it stands in the two contents, word by word', () => {
    fc.assert(
      fc.property(contents, contents, (before, after) => {
        const [old, now] = [contentText(before), contentText(after)];
        const diff = compareContents(before, after);
        for (const { text, start } of diff?.removed ?? []) expect(at(old, start, text)).toBe(text);
        for (const { text, start } of diff?.added ?? []) expect(at(now, start, text)).toBe(text);
        for (const change of (diff?.changed ?? []).flatMap((entry) => [entry, ...entry.words])) {
          expect(at(old, change.before_start, change.before)).toBe(change.before);
          expect(at(now, change.after_start, change.after)).toBe(change.after);
        }
      }),
    );
  });

  it('is counted in full and quoted in part', () => {
    const many = Array.from({ length: 300 }, (_, index) => `Line number ${index} ${'x'.repeat(900)}`);
    const diff = compareContents(content([]), content(many));
    expect(diff?.counts.added).toBe(300);
    expect(diff?.added).toHaveLength(MAX_QUOTES);
    expect(diff?.added.every(({ text }) => text.length === MAX_QUOTE_LENGTH)).toBe(true);
    expect(diff?.summary).toBe('300 lines added.');
  });

  it('shows the words of a line that was rewritten', () => {
    const diff = compareContents(
      content(['Intro 😀', 'The price is 480.00 EUR']),
      content(['Intro 😀', 'The price is 520.50 EUR']),
    );
    expect(diff).toEqual({
      summary: '1 line changed.',
      added: [],
      removed: [],
      changed: [
        {
          ...{ part: 'text', before: 'The price is 480.00 EUR', after: 'The price is 520.50 EUR' },
          ...{ before_start: 15, after_start: 15 },
          words: [{ before: '480.00', after: '520.50', before_start: 28, after_start: 28 }],
        },
      ],
      counts: { added: 0, removed: 0, changed: 1, moved: 0 },
    });
  });

  it('names its parts', () => {
    const before = content(['a line'], {
      title: 'One',
      links: ['https://a.test/1'],
      images: ['https://a.test/a.png'],
    });
    const after = content(['a line', 'more'], { title: 'Two', links: ['https://a.test/2'] });
    expect(compareContents(before, after)?.summary).toBe(
      '1 title changed, 1 line added, 1 link changed, 1 image removed.',
    );
  });
});

describe('a second look', () => {
  const baseline = content(['Welcome', 'Tip of the day: tie knots', 'Price: 10 EUR']);

  it('confirms what both saw', () => {
    const first = content(['Welcome', 'Tip of the day: mend sails', 'Price: 12 EUR']);
    const second = content(['Welcome', 'Tip of the day: paint hulls', 'Price: 12 EUR']);
    const diff = compareContents(baseline, second, first);
    expect(diff?.counts).toEqual({ added: 0, removed: 0, changed: 1, moved: 0 });
    expect(diff?.changed[0]).toMatchObject({ before: 'Price: 10 EUR', after: 'Price: 12 EUR' });
  });

  it('lets a page pass that shows something else each time', () => {
    const first = content(['Welcome', 'Tip of the day: mend sails', 'Price: 10 EUR']);
    const second = content(['Welcome', 'Tip of the day: paint hulls', 'Price: 10 EUR']);
    expect(compareContents(baseline, first)).not.toBeNull();
    expect(compareContents(baseline, second, first)).toBeNull();
  });

  it('takes back what only the first saw', () => {
    const first = content(['Welcome', 'Tip of the day: tie knots']);
    expect(compareContents(baseline, baseline, first)).toBeNull();
  });
});

it('takes long contents that have nothing in common in little time', { timeout: 20_000 }, () => {
  const far = (name: string) =>
    content(Array.from({ length: 20_000 }, (_, index) => `${name} ${index * 7} stands here`));
  const started = performance.now();
  expect(compareContents(far('One'), far('Another'))?.counts).toMatchObject({
    added: 20_000,
    removed: 20_000,
  });
  expect(performance.now() - started).toBeLessThan(15_000);
});
