import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from '../../core/bytes.ts';
import { encodeBase64 } from '../note/base64.ts';
import { buildReport, type ReportContent } from './report.ts';
import { printMarks, REPORT_STYLE } from './style.ts';
import { escapeHtml, writeHtml } from './write-html.ts';

/**
 * A report as one HTML page without scripts. It loads nothing but its pictures, and the same content gives the same
 * bytes: no time of making stands in it.
 */
export function renderReport(content: ReportContent): Uint8Array {
  const { manifest, manifestSha256 } = content.facts;
  const marks = manifest && manifestSha256 ? printMarks(manifest.bundle_id, manifestSha256) : '';
  const style = `${REPORT_STYLE}${marks}`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${encodeBase64(sha256(utf8(style)))}'`,
    // A page opened from disk is of no origin that 'self' could name.
    "img-src 'self' file:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const title = `Evidence bundle ${manifest?.bundle_id ?? ''}`.trim();
  return utf8(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${writeHtml(buildReport(content))}
</main>
</body>
</html>
`);
}
