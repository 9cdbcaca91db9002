import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { zipArchiveWriter } from '../../../src/adapters/archive/zip-writer.ts';
import { fromUtf8, utf8 } from '../../../src/core/bytes.ts';
import { readWhole } from '../../../src/domain/bundle/read-whole.ts';
import { element } from '../../../src/domain/report/element.ts';
import { readReportFacts } from '../../../src/domain/report/report-facts.ts';
import { wordVerdict } from '../../../src/domain/report/verdict-section.ts';
import { REPORT_PATH, withReport } from '../../../src/domain/report/with-report.ts';
import { writeHtml } from '../../../src/domain/report/write-html.ts';
import type { VerifyOptions } from '../../../src/domain/verification/options.ts';
import { verdictOfOpenFailure, verifyBundle } from '../../../src/domain/verification/verify-bundle.ts';
import { GOLDEN_SIGNER, sealGolden } from '../../golden/golden-bundle.ts';
import { type BundleMap, readerOf } from '../../golden/memory-bundle.ts';
import { TAMPERINGS } from '../../golden/tampered.ts';
import { sealSample } from '../../support/sample-bundle.ts';

const createSha256 = () => createHash('sha256');

async function reportOf(files: BundleMap): Promise<string> {
  const reader = withReport(readerOf(files), createSha256);
  return fromUtf8(await readWhole(reader.read(REPORT_PATH), 1e7));
}

describe('the report in an archive', () => {
  it('lies beside the verifier, listed with its size, and leaves the other files alone', async () => {
    const files = await sealSample();
    const reader = withReport(readerOf(files), createSha256);
    const entries = await reader.list();
    expect(entries.map(({ path }) => path)).toEqual([...files.keys(), REPORT_PATH].sort());
    const size = entries.find(({ path }) => path === REPORT_PATH)?.sizeBytes;
    expect((await readWhole(reader.read(REPORT_PATH), 1e7)).length).toBe(size);
    expect(await readWhole(reader.read('manifest.json'), 1e6)).toEqual(files.get('manifest.json'));
  });

  it('has the same bytes for the same state, and others after each record', async () => {
    const files = await sealSample();
    const zip = async () => {
      const { stream } = await zipArchiveWriter.write(withReport(readerOf(files), createSha256));
      return createHash('sha256')
        .update(await buffer(stream()))
        .digest('hex');
    };
    const before = await zip();
    expect(await zip()).toBe(before);
    const record = { seq: 1, type: 'hold', at: '2026-01-02T04:00:00.000Z', agent_id: 'counsel' };
    files.set('seals/custody.jsonl', utf8(`${JSON.stringify(record)}\n`));
    expect(await zip()).not.toBe(before);
    expect(await reportOf(files)).toContain('counsel');
  });

  it('still verifies: it lies where nothing is sealed', async () => {
    const reader = withReport(readerOf(await sealSample()), createSha256);
    expect(await verifyBundle(reader, { createSha256, trusted: [GOLDEN_SIGNER] })).toMatchObject({
      verified: true,
    });
  });

  it('says that it checked nothing, and what the manifest states', async () => {
    const report = await reportOf(await sealSample());
    for (const part of [
      'Not checked: this page only describes',
      'ev_01JD0000000000000000000000',
      GOLDEN_SIGNER,
      'https://example.com/terms',
      'src="../artifacts/screenshot.png"',
    ])
      expect(report).toContain(part);
  });

  it('runs nothing and loads nothing but its pictures', async () => {
    const attack = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    const report = await reportOf(await sealSample({ title: attack, finalUrl: attack }));
    expect(report).not.toMatch(/<script|<img src=x/);
    expect(report).toContain('&quot;&gt;&lt;script&gt;alert(1)');
    const style = /<style>([\s\S]*)<\/style>/.exec(report)?.[1] ?? '';
    const policy = /content="(default-src[^"]*)"/.exec(report)?.[1] ?? '';
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
    expect(policy).not.toContain('script-src');
  });

  it('is made of every bundle, however broken', async () => {
    for (const { change } of TAMPERINGS) {
      const { files } = await sealGolden();
      change(files);
      expect(await reportOf(files)).toContain('</html>');
    }
    expect(await reportOf(new Map())).toContain('Not checked');
    const odd: BundleMap = new Map([
      ['seals/custody.jsonl', Uint8Array.of(0xff)],
      ['manifest.json', utf8('{"capture":{"redirects":7}}')],
    ]);
    expect(await reportOf(odd)).toContain('1 record cannot be shown here.');
  });
});

describe('what a report reads', () => {
  it('leaves out members of another shape instead of the whole record', async () => {
    const { files } = await sealGolden();
    const manifest = JSON.parse(fromUtf8(files.get('manifest.json') ?? new Uint8Array()));
    manifest.capture.network = 'none';
    manifest.capture.redirects.push(7);
    files.set('manifest.json', utf8(JSON.stringify(manifest)));
    const { record } = await readReportFacts(readerOf(files), createSha256);
    expect(record?.capture.network).toBeNull();
    expect(record?.capture.redirects).toEqual([]);
    expect(record?.capture.main_response?.status).toBe(200);
  });
});

describe('the verdict in words', () => {
  const words = async (
    options: Omit<VerifyOptions, 'createSha256'>,
    change: (files: BundleMap) => void = () => undefined,
  ) => {
    const { files } = await sealGolden();
    change(files);
    return wordVerdict(await verifyBundle(readerOf(files), { createSha256, ...options })).heading;
  };
  const trusted = [GOLDEN_SIGNER];

  const cases: readonly {
    readonly by: string;
    readonly options: Omit<VerifyOptions, 'createSha256'>;
    readonly change?: (files: BundleMap) => void;
    readonly heading: string;
  }[] = [
    { by: 'a trusted signer', options: { trusted }, heading: 'Verified' },
    {
      by: 'its own key list',
      options: { trusted: [], trustEmbedded: true },
      heading: 'Consistent in itself',
    },
    { by: 'nobody', options: { trusted: [] }, heading: 'Not decided: whose seal do you trust?' },
    {
      by: 'another signer',
      options: { trusted: [`0x${'11'.repeat(20)}`] },
      heading: 'Not sealed by a signer you trust',
    },
    {
      by: 'a trusted signer, but changed',
      options: { trusted },
      change: (files) => files.delete('artifacts/content.md'),
      heading: 'Do not rely on this archive',
    },
    {
      by: 'a trusted signer, but with a broken record of custody',
      options: { trusted },
      change: (files) => files.set('seals/custody.jsonl', utf8('{}\n')),
      heading: 'Do not rely on what was added later',
    },
    {
      by: 'nobody, with a manifest of a later version',
      options: { trusted: [] },
      change: (files) => files.set('manifest.json', utf8('{"schema":"affiant-manifest/v2"}')),
      heading: 'Not decided',
    },
    {
      by: 'a trusted signer, but with an unsafe name',
      options: { trusted },
      change: (files) => files.set('../x', utf8('x')),
      heading: 'The archive was refused',
    },
    {
      by: 'a trusted signer, but without files',
      options: { trusted },
      change: (files) => files.clear(),
      heading: 'This is not an evidence archive',
    },
  ];

  it.each(cases)('fits a bundle judged by $by', async ({ options, change, heading }) => {
    expect(await words(options, change)).toBe(heading);
  });

  it('fits a file that is no archive', () => {
    expect(wordVerdict(verdictOfOpenFailure(new Error('x'))).heading).toBe('This is not an evidence archive');
  });
});

it('the HTML writer escapes every text and attribute', () => {
  const hostile = `<&>"'`;
  expect(
    writeHtml(element('p', { 'aria-label': hostile }, [hostile, element('img', { alt: hostile })])),
  ).toBe(
    '<p aria-label="&lt;&amp;&gt;&quot;&#39;">&lt;&amp;&gt;&quot;&#39;<img alt="&lt;&amp;&gt;&quot;&#39;"></p>',
  );
});
