import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageSnapshot } from '../../../src/domain/capture/port.ts';
import {
  htmlDocument,
  idleContext,
  PLAIN_RENDER,
  startRenderer,
  type TestRenderer,
} from '../../support/renderer.ts';

let test: TestRenderer;
beforeAll(async () => {
  test = await startRenderer();
});
afterAll(() => test.close());

const read = (html: string) =>
  test.renderer.render(
    htmlDocument('http://upload.invalid/dir/', `<!doctype html>${html}`),
    { ...PLAIN_RENDER, offline: true },
    idleContext(),
  );

/** All cases on one page, each with a word of its own in place of `X`. */
const join = (cases: readonly (readonly [string, string])[]) =>
  cases.map(([, html], index) => `<section>${html.replace('X', `word${index}.`)}</section>`).join('');

const HIDDEN = [
  ['not displayed', '<p style="display:none">X</p>'],
  ['with the attribute hidden', '<p hidden>X</p>'],
  ['invisible', '<p style="visibility:hidden">X</p>'],
  ['transparent', '<p style="opacity:0">X</p>'],
  ['in letters of no size', '<p style="font-size:0">X</p>'],
  ['in transparent letters', '<p style="color:transparent">X</p>'],
  ['white on white', '<p style="color:#fff">X</p>'],
  ['of the colour of its box', '<div style="background:#123456"><p style="color:rgb(18,52,87)">X</p></div>'],
  ['left of the page', '<p style="position:absolute;left:-9999px">X</p>'],
  ['above the page', '<p style="position:absolute;top:-9999px">X</p>'],
  ['indented away', '<p style="text-indent:-9999px;overflow:hidden;white-space:nowrap">X</p>'],
  ['in a box of one pixel', '<p style="width:1px;height:1px;overflow:hidden">X</p>'],
  ['clipped away', '<p style="position:absolute;clip:rect(0,0,0,0)">X</p>'],
  ['behind a clip path', '<p style="clip-path:inset(50%)">X</p>'],
  ['in a collapsed box', '<div style="max-height:0;overflow:hidden"><p>X</p></div>'],
] as const;

describe('text that nobody sees is left out and counted', () => {
  let page: PageSnapshot;
  beforeAll(async () => {
    page = await read(`<p>seen</p>${join(HIDDEN)}`);
  });

  it.each(HIDDEN.map(([name], index) => [name, index] as const))('%s', (_, index) => {
    expect(page.readableHtml).not.toContain(`word${index}.`);
  });

  it('once for each piece', () => {
    expect(page.hiddenTextCount).toBe(HIDDEN.length);
    expect(page.readableHtml).toContain('seen');
  });
});

const SEEN = [
  [
    'visible in an invisible parent',
    '<div style="visibility:hidden"><p style="visibility:visible">X</p></div>',
  ],
  ['white on a picture', '<div style="background:url(a.png)"><p style="color:#fff">X</p></div>'],
  [
    'white over a picture beside it',
    '<div style="position:relative"><img style="position:absolute;width:900px;height:99px" src=a><p style="color:#fff;position:relative">X</p></div>',
  ],
  ['white on a painted pseudo-element', '<b class=painted style="color:#fff">X</b>'],
  ['white on a coloured box', '<div style="background:#036"><p style="color:#fff">X</p></div>'],
  [
    'in letters cut out of a gradient',
    '<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">X</p>',
  ],
  ['hidden from screen readers only', '<p aria-hidden=true>X</p>'],
  ['in a closed disclosure', '<details><summary>More</summary><p>X</p></details>'],
  ['in an open shadow tree', '<div class=host><template><p>X</p></template></div>'],
  ['in a slot', '<div class=host><template><slot></slot></template><span>X</span></div>'],
  ['in a drawing', '<svg width=99 height=99><text y=50>X</text></svg>'],
  ['chosen in a list', '<select><option>A<option selected>X</select>'],
] as const;

describe('text that people see is kept', () => {
  let page: PageSnapshot;
  beforeAll(async () => {
    page =
      await read(`<style>.painted::before{content:"";position:absolute;inset:0;background:#000;z-index:-1}</style>
      <body>${join(SEEN)}<script>for (const host of document.querySelectorAll('.host'))
      host.attachShadow({ mode: 'open' }).append(host.querySelector('template').content)</script>`);
  });

  it.each(SEEN.map(([name], index) => [name, index] as const))('%s', (_, index) => {
    expect(page.readableHtml).toContain(`word${index}.`);
  });

  it('and nothing of it is counted', () => {
    expect(page.hiddenTextCount).toBe(0);
  });
});

describe('the cleaned document', () => {
  it('has no scripts, styles, comments, handlers or embedded data', async () => {
    const page = await read(`<style>p{}</style><p onclick="a()" style="color:red">text<!-- note --></p>
      <script>1</script><template>t</template><img src="data:image/png;base64,AAAA" alt=dot>`);
    expect(page.readableHtml).toContain('<p>text</p>');
    expect(page.readableHtml).not.toMatch(/style|script|note|template|onclick|data:/);
    expect(page.hiddenTextCount).toBe(0);
  });

  it('has absolute links, also under a base element, and keeps language and title', async () => {
    const page = await read(
      '<html lang=de><title>Titel</title><base href="http://other.invalid/x/"><a href="../y?z">link</a><a href="#f">here</a>',
    );
    expect(page.readableHtml).toContain('href="http://other.invalid/y?z"');
    expect(page.readableHtml).toContain('href="http://other.invalid/x/#f"');
    expect(page.readableHtml).toMatch(/<html lang="de">.*<title>Titel<\/title>/s);
  });

  it('loses no text of 20,000 nested elements', async () => {
    const page = await read(`<p>top${'<div>'.repeat(20_000)}bottom`);
    expect(page.readableHtml).toContain('top');
    expect(page.readableHtml).toContain('bottom');
  });

  it('holds all of 100,000 elements', async () => {
    const page = await read(
      '<body><script>document.body.innerHTML = "<p>word <b>bold</b></p>".repeat(50000)</script>',
    );
    expect(page.readableHtml.match(/<b>bold<\/b>/g)).toHaveLength(50_000);
  });
});
