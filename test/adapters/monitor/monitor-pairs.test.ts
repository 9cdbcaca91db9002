import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seenBy, startLooker } from '../../support/looker.ts';
import { MONITOR_PAIRS, type MonitorPair } from '../../support/monitor-pairs.ts';
import { type Site, startSite } from '../../support/site.ts';

const TEXT = '<p>The harbour office is open to all captains who bring their papers with them.</p>';

let site: Site;
let parts: Awaited<ReturnType<typeof startLooker>>;

beforeAll(async () => {
  [site, parts] = [
    await startSite({ '/login': '<h1>Sign in</h1><input type=password>' }),
    await startLooker(),
  ];
});
afterAll(async () => {
  await parts.close();
  await site.close();
});

/** Looks at both answers of one address, and compares. */
async function watch({ name, before, after, filters, render }: MonitorPair) {
  const path = `/${name}`;
  const options = { ...filters, ...(render && { render }) };
  site.serve({ [path]: before });
  const first = seenBy(await parts.look(`${site.url}${path}`, options));
  site.serve({ [path]: after });
  const second = await parts.look(`${site.url}${path}`, options);
  if (second.outcome !== 'seen')
    return {
      outcome: 'code' in second && second.outcome === 'error' ? second.code : second.outcome,
      diff: null,
    };
  const diff = await parts.compare(first.content, second.content);
  // Equal digests promise that nothing changed.
  if (diff !== null) expect(second.contentSha256).not.toBe(first.contentSha256);
  return { outcome: diff === null ? 'does not fire' : 'fires', diff };
}

describe('a monitor of a page that changes from one look to the next', () => {
  it.for(MONITOR_PAIRS)('$name: $difference: $expected', async (pair) => {
    const { outcome, diff } = await watch(pair);
    expect(outcome, JSON.stringify(diff)).toBe(pair.expected);
    if (!pair.shows) return;
    const [before, after] = pair.shows;
    const shown = diff?.changed.some(
      (change) => change.before.includes(before) && change.after.includes(after),
    );
    expect(shown, JSON.stringify(diff)).toBe(true);
  });
});

describe('the browser', () => {
  const SCRIPTED = '<div id=app>Loading</div><script>app.textContent = "Written by code"</script>';

  it('shows what a page writes by itself, unless it must not', async () => {
    site.serve({ '/scripted': SCRIPTED });
    expect(seenBy(await parts.look(`${site.url}/scripted`)).content.lines).toEqual(['Written by code']);
    const plain = seenBy(await parts.look(`${site.url}/scripted`, { render: 'never' }));
    expect(plain.content.lines).toEqual(['Loading']);
  });

  it('is not bothered with a page that has its text, or no code', async () => {
    site.serve({
      '/full': `${TEXT}<script>document.body.textContent = 'Written by code'</script>`,
      '/short': '<p>Open',
    });
    expect(seenBy(await parts.look(`${site.url}/full`)).content.lines).toHaveLength(1);
    expect(seenBy(await parts.look(`${site.url}/short`)).content.lines).toEqual(['Open']);
  });

  it('is asked for an included part that the plain page lacks', async () => {
    site.serve({
      '/late': `${TEXT}<b></b><script>document.querySelector('b').id = 'stock'; stock.textContent = 'Two left'</script>`,
    });
    const look = seenBy(await parts.look(`${site.url}/late`, { includeSelector: '#stock' }));
    expect(look.content).toEqual({
      title: null,
      lines: ['Two left'],
      links: [],
      images: [],
      truncated: false,
    });
  });

  it('is asked each time when the page is always shown', async () => {
    site.serve({ '/shown': { headers: { etag: '"v1"' }, body: TEXT } });
    const url = `${site.url}/shown`;
    const look = seenBy(
      await parts.look(url, { render: 'always', conditional: { url, etag: '"v1"', lastModified: null } }),
    );
    expect(look.validators).toBeNull();
    expect(site.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
    expect(look.content.lines).toEqual([expect.stringContaining('harbour office')]);
  });
});

it('is told in the documentation as it is', async () => {
  const table = MONITOR_PAIRS.map(
    ({ name, difference, expected }) =>
      `| \`${name}\` | ${difference} | ${/[A-Z]/.test(expected) ? `\`${expected}\`` : expected} |`,
  );
  const page = await readFile('resources/docs/monitors.md', 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(table);
});
