import { utf8 } from '../core/bytes.ts';
import type { UploadSource } from '../domain/capture/capture.ts';

const TEXT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sample: minutes of a board meeting</title></head>
<body>
<h1>Minutes of the board meeting</h1>
<p>The board met on 3 March 2026 at ten o'clock. All seven members were present.</p>
<h2>Budget</h2>
<p>The board approved the budget of 1,200,000 EUR for the coming year with six votes to one.</p>
<table>
<tr><th>Department</th><th>Budget</th></tr>
<tr><td>Research</td><td>700,000 EUR</td></tr>
<tr><td>Operations</td><td>500,000 EUR</td></tr>
</table>
<h2>Next meeting</h2>
<p>The next meeting takes place on 2 June 2026. The minutes were read and signed.</p>
</body>
</html>
`;

/** The document of a sample bundle, made up for this purpose: something to verify, to cite and to download. */
export const SAMPLE_DOCUMENT: UploadSource = {
  kind: 'upload',
  bytes: utf8(TEXT),
  filename: 'sample-minutes.html',
  declaredMediaType: 'text/html',
};
