import { startSite } from '../support/site.ts';

/** A sentence of the page that the demo cites. */
export const ARTICLE_QUOTE = 'The tower is 330 metres tall';

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The iron tower</title>
<style>body { font: 18px/1.6 serif; max-width: 40em; margin: 3em auto } table { border-collapse: collapse } td, th { border: 1px solid; padding: .3em 1em }</style></head>
<body><main><h1>The iron tower</h1>
<p>${ARTICLE_QUOTE}, about the same height as an 81-storey building, and was for 41 years the tallest structure that people had built.</p>
<table><tr><th>Level</th><th>Height</th></tr><tr><td>First</td><td>57 m</td></tr><tr><td>Second</td><td>115 m</td></tr></table>
<p>It was finished in 1889. Its paint weighs 60 tonnes and is renewed every seven years.</p></main></body></html>`;

/** The local site of the demo: one page. */
export async function startDemoSite(): Promise<{ url: string; port: number; close: () => Promise<void> }> {
  const site = await startSite({
    '/tower': { headers: { 'content-type': 'text/html; charset=utf-8' }, body: PAGE },
  });
  return { url: `${site.url}/tower`, port: site.port, close: () => site.close() };
}
