import type { LookFilters, RenderMode } from '../../src/domain/monitor/look.ts';
import { buildPdf } from './pdf.ts';
import type { Route } from './site.ts';

/** Two answers of one address, and what a monitor makes of the second. */
export interface MonitorPair {
  readonly name: string;
  /** What differs, for the table in `resources/docs/monitors.md`. */
  readonly difference: string;
  readonly before: Route;
  readonly after: Route;
  readonly expected:
    | 'fires'
    | 'does not fire'
    | 'blocked'
    | 'PAGE_EMPTY'
    | 'PAGE_ERROR'
    | 'SELECTOR_NOT_FOUND';
  readonly filters?: Partial<LookFilters>;
  readonly render?: RenderMode;
  /** Part of a quote that a change must show: `[before, after]`. */
  readonly shows?: readonly [string, string];
}

interface PageParts {
  readonly title?: string;
  readonly head?: string;
  readonly top?: string;
  readonly price?: string;
  readonly list?: readonly string[];
  readonly extra?: string;
  readonly foot?: string;
}

const LIST = ['A brass barometer, restored', 'A sextant in its case', 'A pair of ship lanterns'];

/** A shop's page, as plain as its owner could write it. */
const page = ({
  title = 'Harbour Antiques',
  head = '',
  top = '',
  price = '480.00 EUR',
  list = LIST,
  extra = '',
  foot = '',
}: PageParts = {}): string =>
  `<!doctype html><html lang=en><head><title>${title}</title>${head}</head><body>${top}
<h1>Ship's clock of 1912</h1><p>Price: ${price}</p>
<p>The clock runs eight days, strikes the watches, and was overhauled in our own workshop.</p>
<ul>${list.map((item) => `<li>${item}</li>`).join('')}</ul>
<p><a href="/order?item=17">Order</a> <a href="terms.html">Terms of sale</a></p>
<p><img src="/clock.jpg" alt="The clock"></p>${extra}<footer>${foot}</footer></body></html>`;

const PLAIN = page();

/** A page whose text is made by its script. */
const scripted = (price: string): string =>
  `<!doctype html><title>Harbour Antiques</title><div id=app>Loading…</div><script>
document.getElementById('app').innerHTML = '<h1>Clock</h1><p class=price data-test=price>Price: ' + ${JSON.stringify(price)} + '</p>'
</script>`;

/** Words that encodings disagree on. */
const FOREIGN = '<p>Müller, Café “Zur Möwe”, à Genève, 5 €</p><p>Утро в гавани</p><p>港口的早晨</p>';

const ad = (name: string): string =>
  `<p>Buy ${name} today</p><a href="/click/${name}"><img src="/ads/${name}.gif"></a>`;
const slots = (...names: string[]): string =>
  names.map((name) => `<div class="ad-slot">${ad(name)}</div>`).join('');
const text = (body: string): Route => ({ headers: { 'content-type': 'text/plain; charset=utf-8' }, body });
const pdf = (line: string): Route => ({
  headers: { 'content-type': 'application/pdf' },
  body: buildPdf({ pages: [`Tariff of the harbour, all prices in EUR.\n${line}\nThe harbour office.`] }),
});

const CHANGES: readonly MonitorPair[] = [
  {
    name: 'price',
    difference: 'a price',
    ...{ before: PLAIN, after: page({ price: '520.00 EUR' }), expected: 'fires' },
    shows: ['480.00', '520.00'],
  },
  {
    name: 'price-digits',
    difference: 'the digits of a price in another order',
    ...{ before: page({ price: '12 EUR' }), after: page({ price: '21 EUR' }), expected: 'fires' },
    shows: ['12', '21'],
  },
  {
    name: 'price-in-table',
    difference: 'one cell of a table',
    before: page({
      extra: '<table><tr><td>Berth</td><td>14</td></tr><tr><td>Water</td><td>2</td></tr></table>',
    }),
    after: page({
      extra: '<table><tr><td>Berth</td><td>15</td></tr><tr><td>Water</td><td>2</td></tr></table>',
    }),
    expected: 'fires',
    shows: ['Berth | 14', 'Berth | 15'],
  },
  {
    name: 'sentence-added',
    difference: 'a new sentence',
    ...{ before: PLAIN, after: page({ extra: '<p>We are closed for the winter.</p>' }), expected: 'fires' },
  },
  {
    name: 'item-removed',
    difference: 'an item of a list is gone',
    ...{ before: PLAIN, after: page({ list: LIST.slice(1) }), expected: 'fires' },
  },
  {
    name: 'negation',
    difference: 'the word "not"',
    before: page({ extra: '<p>Returns are accepted within 14 days.</p>' }),
    after: page({ extra: '<p>Returns are not accepted within 14 days.</p>' }),
    expected: 'fires',
  },
  {
    name: 'deadline',
    difference: 'the date until which something holds',
    before: page({ extra: '<p>This offer is valid until 30 November 2026.</p>' }),
    after: page({ extra: '<p>This offer is valid until 15 December 2026.</p>' }),
    expected: 'fires',
    shows: ['30', '15'],
  },
  {
    name: 'opening-hours',
    difference: 'opening hours',
    before: page({ foot: 'Monday to Friday 9:00–17:00' }),
    after: page({ foot: 'Monday to Friday 10:00–17:00' }),
    expected: 'fires',
  },
  {
    name: 'title',
    difference: 'the title',
    ...{ before: PLAIN, after: page({ title: 'Harbour Antiques – closed' }), expected: 'fires' },
    shows: ['Harbour Antiques', 'closed'],
  },
  {
    name: 'link-target',
    difference: 'where a link leads, under the same words',
    ...{ before: PLAIN, after: PLAIN.replace('terms.html', 'terms-2027.html'), expected: 'fires' },
    shows: ['/terms.html', '/terms-2027.html'],
  },
  {
    name: 'image',
    difference: 'an image',
    ...{ before: PLAIN, after: PLAIN.replace('/clock.jpg', '/clock-sold.jpg'), expected: 'fires' },
    shows: ['/clock.jpg', '/clock-sold.jpg'],
  },
  {
    name: 'change-among-noise',
    difference: 'a price, beside a new date, counter and order',
    before: page({ foot: 'Updated 1 May 2026. Visitors: 1,204' }),
    after: page({
      price: '470.00 EUR',
      list: LIST.toReversed(),
      foot: 'Updated 2 May 2026. Visitors: 1,317',
    }),
    expected: 'fires',
    shows: ['480.00', '470.00'],
  },
  {
    name: 'moved-and-changed',
    difference: 'a paragraph stands elsewhere with another word',
    before: page({ top: '<p>Our workshop takes in repairs of barometers.</p>' }),
    after: page({ extra: '<p>Our workshop takes in repairs of chronometers.</p>' }),
    expected: 'fires',
    shows: ['barometers', 'chronometers'],
  },
  {
    name: 'script-made-change',
    difference: 'a price that a script writes',
    ...{ before: scripted('480 EUR'), after: scripted('520 EUR'), expected: 'fires' },
    shows: ['480', '520'],
  },
  {
    name: 'script-made-selected',
    difference: 'a price that a script writes, chosen by an attribute',
    ...{ before: scripted('480 EUR'), after: scripted('520 EUR'), expected: 'fires' },
    filters: { includeSelector: '[data-test=price]' },
  },
  {
    name: 'allowance',
    difference: 'a number of views that is what is sold',
    before: page({ extra: '<p>The small plan: 10,000 views per month</p>' }),
    after: page({ extra: '<p>The small plan: 5,000 views per month</p>' }),
    expected: 'fires',
  },
  {
    name: 'pdf',
    difference: 'a price in a PDF',
    ...{
      before: pdf('A berth for one night: 14.00'),
      after: pdf('A berth for one night: 15.50'),
      expected: 'fires',
    },
    shows: ['14.00', '15.50'],
  },
  {
    name: 'plain-text',
    difference: 'a line of plain text',
    ...{
      before: text('One line.\nThe second.\n'),
      after: text('One line.\nThe third.\n'),
      expected: 'fires',
    },
  },
];

const NOISE: readonly MonitorPair[] = [
  { name: 'same', difference: 'nothing', before: PLAIN, after: PLAIN, expected: 'does not fire' },
  {
    name: 'date',
    difference: 'the date of the last update',
    before: page({ foot: 'Last updated: 19 November 2026 at 08:15 UTC' }),
    after: page({ foot: 'Last updated: 20 November 2026 at 14:02 UTC' }),
    expected: 'does not fire',
  },
  {
    name: 'date-forms',
    difference: "today's date in six forms and languages",
    before: page({
      extra:
        '<p>2026-11-19</p><p>11/19/2026</p><p>Thursday, November 19, 2026</p><p>Stand: 19.11.2026</p><p>Donnerstag, 19. November 2026</p><p>le 19 novembre 2026 à 09:30</p>',
    }),
    after: page({
      extra:
        '<p>2026-12-04</p><p>12/04/2026</p><p>Friday, December 4, 2026</p><p>Stand: 04.12.2026</p><p>Freitag, 4. Dezember 2026</p><p>le 4 décembre 2026 à 17:05</p>',
    }),
    expected: 'does not fire',
  },
  {
    name: 'age',
    difference: 'how long ago something was posted',
    before: page({ extra: '<p>Posted 3 hours ago by the owner</p>' }),
    after: page({ extra: '<p>Posted 2 days ago by the owner</p>' }),
    expected: 'does not fire',
  },
  {
    name: 'copyright-year',
    difference: 'the year of the copyright',
    before: page({ foot: '© 2019–2026 Harbour Antiques' }),
    after: page({ foot: '© 2019–2027 Harbour Antiques' }),
    expected: 'does not fire',
  },
  {
    name: 'clock',
    difference: 'a clock on the page',
    before: page({ top: '<p>14:02:11</p><p>Local time: 14:02</p>' }),
    after: page({ top: '<p>15:40:59</p><p>Local time: 15:40</p>' }),
    expected: 'does not fire',
  },
  {
    name: 'reordered-list',
    difference: 'the order of a list',
    ...{ before: PLAIN, after: page({ list: LIST.toReversed() }), expected: 'does not fire' },
  },
  {
    name: 'moved-paragraph',
    difference: 'where a paragraph stands',
    before: page({ top: '<p>We buy whole collections.</p>' }),
    after: page({ extra: '<p>We buy whole collections.</p>' }),
    expected: 'does not fire',
  },
  {
    name: 'ad-order',
    difference: 'the order of advertisements without a mark',
    before: page({ extra: ad('rope') + ad('tar') }),
    after: page({ extra: ad('tar') + ad('rope') }),
    expected: 'does not fire',
  },
  {
    name: 'ad-rotation',
    difference: 'which advertisements are shown in their slots',
    ...{ before: page({ extra: slots('rope', 'tar') }), after: page({ extra: slots('paint', 'rope') }) },
    expected: 'does not fire',
  },
  {
    name: 'ad-label',
    difference: 'a line that calls itself an advertisement',
    before: page({ extra: '<p>Ad: ropes of all kinds</p>' }),
    after: page({ extra: '<p>Ad: paint for hulls</p>' }),
    expected: 'does not fire',
  },
  {
    name: 'title-count',
    difference: 'the number of messages before the title',
    ...{
      before: page({ title: '(2) Harbour' }),
      after: page({ title: '(5) Harbour' }),
      expected: 'does not fire',
    },
  },
  {
    name: 'csrf-token',
    difference: 'a token in a form, in the head and in a link',
    before: page({
      head: '<meta name=csrf-token content=a81f4c0d>',
      extra:
        '<form><input type=hidden name=csrf value=a81f4c0d></form><a href="/out?csrf_token=a81f4c0d">Leave</a>',
    }),
    after: page({
      head: '<meta name=csrf-token content=77b0e1f2>',
      extra:
        '<form><input type=hidden name=csrf value=77b0e1f2></form><a href="/out?csrf_token=77b0e1f2">Leave</a>',
    }),
    expected: 'does not fire',
  },
  {
    name: 'request-id',
    difference: 'the id of the request, in the text',
    before: page({ foot: 'Request ID: 8f3a9c11-aa07. Page generated in 0.034 seconds.' }),
    after: page({ foot: 'Request ID: 19e2b7d0-c411. Page generated in 0.021 seconds.' }),
    expected: 'does not fire',
  },
  {
    name: 'session-in-links',
    difference: 'session and campaign parameters of links and images',
    before: page({ extra: '<a href="/a;jsessionid=1A?sid=1&x=2">A</a><img src="/i.png?_=1">' }),
    after: page({
      extra: '<a href="/a;jsessionid=9F?utm_source=mail&x=2&sid=7">A</a><img src="/i.png?_=2">',
    }),
    expected: 'does not fire',
  },
  {
    name: 'counter',
    difference: 'counters of visitors, comments and readers',
    before: page({
      foot: '<p>Visitors: 10,233</p><p>Comments (4)</p><p>3 people are viewing this</p><p>1.2k views</p>',
    }),
    after: page({
      foot: '<p>Visitors: 10,871</p><p>Comments (11)</p><p>8 people are viewing this</p><p>1.3k views</p>',
    }),
    expected: 'does not fire',
  },
  {
    name: 'counter-element',
    difference: 'a number in an element that is called a counter',
    before: page({ foot: '<span class="hit-counter">000412</span>' }),
    after: page({ foot: '<span class="hit-counter">000413</span>' }),
    expected: 'does not fire',
  },
  {
    name: 'cookie-banner',
    difference: 'a consent banner by its class',
    before: PLAIN,
    after: page({
      top: '<div class="cookie-banner"><p>We use cookies to measure visits.</p><button>Accept all</button><a href=/privacy>Privacy</a></div>',
    }),
    expected: 'does not fire',
  },
  {
    name: 'cookie-banner-unnamed',
    difference: 'a consent banner that no class names',
    before: page({
      extra:
        '<div><h2>Your privacy</h2><p>May we set cookies?</p><div><button>Reject</button><button>Accept</button></div></div>',
    }),
    after: PLAIN,
    expected: 'does not fire',
  },
  {
    name: 'cookie-notice',
    difference: 'a notice of cookies without a button',
    ...{ before: PLAIN, after: page({ top: '<div id=cookie-bar>This site uses cookies.</div>' }) },
    expected: 'does not fire',
  },
  {
    name: 'white-space',
    difference: 'white space, line breaks and comments of the markup',
    before: PLAIN,
    after: PLAIN.replaceAll('<p>', '\n\n  <p>\n\t')
      .replaceAll(' the ', '\n&nbsp;the  ')
      .replace('<ul>', '<!-- list --><ul>'),
    expected: 'does not fire',
  },
  {
    name: 'line-breaks',
    difference: 'where a paragraph is broken into lines',
    before: page({ extra: '<p>One long sentence about the ships and the sea.</p>' }),
    after: page({ extra: '<p>One long sentence<br>about the ships and the sea.</p>' }),
    expected: 'does not fire',
  },
  {
    name: 'quotation-marks',
    difference: 'typographic instead of plain quotation marks and dashes',
    before: page({ extra: '<p>The "Aurora" - a ship\'s clock</p>' }),
    after: page({ extra: '<p>The “Aurora” – a ship’s clock</p>' }),
    expected: 'does not fire',
  },
  {
    name: 'encoding-switch',
    difference: 'windows-1252 instead of UTF-8',
    before: {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: page({ extra: '<p>Müller, Café “Zur Möwe”, 5 €</p>' }),
    },
    after: {
      headers: { 'content-type': 'text/html; charset=windows-1252' },
      body: Buffer.from(page({ extra: '<p>Müller, Café \x93Zur Möwe\x94, 5 \x80</p>' }), 'latin1'),
    },
    expected: 'does not fire',
  },
  {
    name: 'encoding-mistaken',
    difference: 'UTF-8 that is declared as windows-1252',
    before: page({ title: 'Müller', extra: FOREIGN }),
    after: {
      headers: { 'content-type': 'text/html; charset=windows-1252' },
      body: page({ title: 'Müller', extra: FOREIGN }),
    },
    expected: 'does not fire',
  },
  {
    name: 'encoding-lost',
    difference: 'windows-1252 that is declared as UTF-8',
    before: page({ title: 'Müller', extra: '<p>Müller, Café à Genève, Größe 5</p>' }),
    after: {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: Buffer.from(page({ title: 'Müller', extra: '<p>Müller, Café à Genève, Größe 5</p>' }), 'latin1'),
    },
    expected: 'does not fire',
  },
  {
    name: 'markup-only',
    difference: 'class names, scripts and styles',
    before: page({ head: '<script src=/app.1a2b.js></script><style>p{}</style>' }),
    after: page({ head: '<script src=/app.9f8e.js></script><style>p{margin:0}</style>' }).replace(
      '<h1>',
      '<h1 class="c-77">',
    ),
    expected: 'does not fire',
  },
  {
    name: 'hidden-text',
    difference: 'text that no reader sees',
    before: page({ extra: '<p style="display:none">build 41</p><template>a</template>' }),
    after: page({ extra: '<p style="display:none">build 42</p><template>b</template>' }),
    expected: 'does not fire',
  },
  {
    name: 'ignored-selector',
    difference: 'a part that `ignore_selectors` names',
    before: page({ extra: '<div id=weather>Rain, 9 degrees</div>' }),
    after: page({ extra: '<div id=weather>Sun, 14 degrees</div>' }),
    expected: 'does not fire',
    filters: { ignoreSelectors: ['#weather'] },
  },
  {
    name: 'ignored-pattern',
    difference: 'a number that `ignore_patterns` matches',
    before: page({ extra: '<p>Water level 312 cm at the gauge</p>' }),
    after: page({ extra: '<p>Water level 298 cm at the gauge</p>' }),
    expected: 'does not fire',
    filters: { ignorePatterns: ['Water level \\d+ cm'] },
  },
  {
    name: 'outside-included',
    difference: 'all but the part that `include_selector` names',
    before: page({ title: 'One', extra: '<p id=stock>Two left</p>' }),
    after: page({ title: 'Two', price: '9 EUR', extra: '<p id=stock>Two left</p>' }),
    expected: 'does not fire',
    filters: { includeSelector: '#stock' },
  },
  {
    name: 'script-made-same',
    difference: 'the script of a page that only a browser shows',
    before: scripted('480 EUR'),
    after: scripted('480 EUR').replace('<script>', '<script>/* build 42 */'),
    expected: 'does not fire',
  },
];

const HINDRANCES: readonly MonitorPair[] = [
  {
    name: 'server-error',
    difference: 'an error page (503)',
    ...{
      before: PLAIN,
      after: { status: 503, body: '<h1>Service unavailable</h1>' },
      expected: 'PAGE_ERROR',
    },
  },
  {
    name: 'not-found',
    difference: 'an error page (404) as long as the page',
    ...{ before: PLAIN, after: { status: 404, body: page({ price: 'gone' }) }, expected: 'PAGE_ERROR' },
  },
  {
    name: 'forbidden',
    difference: 'a refusal (403)',
    ...{ before: PLAIN, after: { status: 403, body: '<h1>Forbidden</h1>' }, expected: 'blocked' },
  },
  {
    name: 'bot-check',
    difference: 'a bot check with status 200',
    before: PLAIN,
    after:
      '<title>Just a moment...</title><h1>Checking your browser</h1><div class=cf-turnstile></div><p>Verify you are human by completing the action below.</p>',
    expected: 'blocked',
  },
  {
    name: 'login-wall',
    difference: 'a login form under the same address',
    before: PLAIN,
    after:
      '<title>Sign in</title><h1>Sign in</h1><form><input name=user><input type=password><button>Sign in</button></form><p>Please log in to continue.</p>',
    expected: 'blocked',
  },
  {
    name: 'captcha',
    difference: 'a captcha with status 200',
    before: PLAIN,
    after: '<title>Captcha</title><p>Please complete the captcha to go on.</p>',
    expected: 'blocked',
  },
  {
    name: 'form-alone',
    difference: 'a login form without a title',
    before: PLAIN,
    after: '<h2>Sign in</h2><form><input name=user><input type=password></form>',
    expected: 'blocked',
  },
  {
    name: 'redirect-to-login',
    difference: 'a redirect to a login form',
    ...{ before: PLAIN, after: { status: 302, headers: { location: '/login' } }, expected: 'blocked' },
  },
  { name: 'empty-body', difference: 'no body at all', before: PLAIN, after: '', expected: 'PAGE_EMPTY' },
  {
    name: 'blank-page',
    difference: 'markup without text',
    before: PLAIN,
    after: '<!doctype html><title>Harbour Antiques</title><body><div id=app></div>',
    expected: 'PAGE_EMPTY',
  },
  {
    name: 'script-failed',
    difference: 'a page whose script writes nothing',
    before: scripted('480 EUR'),
    after: '<!doctype html><div id=app></div><script>throw new Error()</script>',
    expected: 'PAGE_EMPTY',
  },
  {
    name: 'part-missing',
    difference: 'the included part is not there',
    ...{ before: page({ extra: '<p id=stock>Two left</p>' }), after: PLAIN, expected: 'SELECTOR_NOT_FOUND' },
    filters: { includeSelector: '#stock' },
  },
];

/** Pairs of the project's own making. */
export const MONITOR_PAIRS: readonly MonitorPair[] = [...CHANGES, ...NOISE, ...HINDRANCES];
