/** Style of a report, on screen in light and dark and on paper. The web page adds its own for the form. */
export const REPORT_STYLE = `:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --box: #f6f8fa;
  --good: #116329; --good-box: #e6f6ea; --bad: #a40e26; --bad-box: #fdebed; --open: #7a4b00; --open-box: #fff4d6;
  --accent: #0550ae;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --ink: #e6edf3; --soft: #9aa5b1; --line: #3d444d; --box: #161b22;
    --good: #6fdd8b; --good-box: #0f2a17; --bad: #ff9aa2; --bad-box: #34141a; --open: #f2cc60; --open-box: #2e2410;
    --accent: #79b8ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 60rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif;
}
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.25rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
p, ul, ol { margin: .5rem 0; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
code, bdi, dd { overflow-wrap: anywhere; }
.verdict { border: 1px solid var(--line); border-left: .5rem solid var(--soft); border-radius: .5rem; padding: 1rem 1.25rem; background: var(--box); }
.verdict h2 { font-size: 1.5rem; margin: 0 0 .25rem; }
.verdict[data-status=verified] { border-left-color: var(--good); background: var(--good-box); }
.verdict[data-status=verified] h2 { color: var(--good); }
.verdict[data-status=tampered] { border-left-color: var(--bad); background: var(--bad-box); }
.verdict[data-status=tampered] h2 { color: var(--bad); }
.verdict[data-status=undecided] { border-left-color: var(--open); background: var(--open-box); }
.verdict[data-status=undecided] h2 { color: var(--open); }
.verdict .next { font-size: .9375rem; }
.warning { border-left: .25rem solid var(--bad); padding-left: .75rem; font-weight: 600; }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: 13rem 1fr; gap: 0 1rem; padding: .375rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
.scroll { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; width: 100%; min-width: 30rem; font-size: .9375rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .25rem; }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; }
tbody th { font-weight: 400; }
td:nth-child(n+3) { overflow-wrap: anywhere; }
th bdi { overflow-wrap: break-word; }
.status { white-space: nowrap; font-weight: 600; }
.status::before { display: inline-block; width: 1.4em; }
[data-status=pass] .status { color: var(--good); } [data-status=pass] .status::before { content: "✓" / ""; }
[data-status=fail] .status { color: var(--bad); } [data-status=fail] .status::before { content: "✕" / ""; }
[data-status=unknown] .status { color: var(--open); } [data-status=unknown] .status::before { content: "?" / ""; }
[data-status=absent] .status { color: var(--soft); font-weight: 400; } [data-status=absent] .status::before { content: "–" / ""; }
figure { margin: .75rem 0; }
figure img { display: block; max-width: 100%; max-height: 36rem; object-fit: contain; object-position: top left; border: 1px solid var(--line); background: #fff; }
figcaption { color: var(--soft); font-size: .875rem; margin-top: .25rem; }
pre { background: var(--box); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.text { max-height: 24rem; overflow-y: auto; unicode-bidi: isolate; }
.timeline li { padding: .25rem 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 40rem) {
  dl > div { grid-template-columns: 1fr; }
  td code, th bdi { font-size: .8125rem; }
}
@media print {
  :root {
    color-scheme: light;
    --paper: #ffffff; --ink: #000000; --soft: #444444; --line: #999999; --box: #ffffff;
    --good: #0b4d1f; --good-box: #ffffff; --bad: #8a0b1f; --bad-box: #ffffff; --open: #5c3900; --open-box: #ffffff;
  }
  @page { size: A4; margin: 22mm 16mm 20mm; }
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  code { font-size: .78em; }
  h2, h3 { break-after: avoid; }
  .verdict, tr, figure, dl > div, li { break-inside: avoid; }
  figure img { max-height: 200mm; }
  .scroll { overflow: visible; }
  table { min-width: 0; }
  pre.text { max-height: none; }
  .verdict { border-width: 1.5pt; border-left-width: 6pt; }
}
`;

/**
 * Marks on every printed page: which bundle and which page. Browsers without margin boxes leave them out.
 *
 * @param bundleId,manifestSha256 from a parsed manifest and a digest: their alphabets cannot end a CSS string.
 * @see https://www.w3.org/TR/css-page-3/#margin-boxes
 */
export const printMarks = (bundleId: string, manifestSha256: string): string => `@page {
  @top-left { content: "Evidence bundle ${bundleId}"; font: 8pt system-ui, sans-serif; }
  @bottom-left { content: "Manifest SHA-256 ${manifestSha256}"; font: 7pt ui-monospace, monospace; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt system-ui, sans-serif; }
}`;
