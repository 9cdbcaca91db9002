import { compareByteOrder } from '../../core/byte-order.ts';
import type { Sha256Factory } from '../../core/sha256.ts';
import type { BundleReader } from '../bundle/port.ts';
import { readReportFacts } from './report-facts.ts';
import { renderReport } from './report-page.ts';
import { screenshotsOf } from './screenshots.ts';

/** Where the report lies in an archive. */
export const REPORT_PATH = 'verify/report.html';

/**
 * A bundle as it is handed out: with a report for people, made anew from core and seals, so that its custody is that
 * of the archive. The same state gives the same bytes.
 */
export function withReport(reader: BundleReader, createSha256: Sha256Factory): BundleReader {
  let report: Promise<Uint8Array> | null = null;
  const render = () => {
    report ??= makeReport(reader, createSha256);
    return report;
  };
  return {
    async list() {
      const entries = (await reader.list()).filter(({ path }) => path !== REPORT_PATH);
      return [...entries, { path: REPORT_PATH, sizeBytes: (await render()).length }].sort((left, right) =>
        compareByteOrder(left.path, right.path),
      );
    },
    async *read(path) {
      if (path === REPORT_PATH) yield await render();
      else yield* reader.read(path);
    },
  };
}

async function makeReport(reader: BundleReader, createSha256: Sha256Factory): Promise<Uint8Array> {
  const facts = await readReportFacts(reader, createSha256);
  const images = facts.manifest ? screenshotsOf(facts.manifest) : [];
  return renderReport({
    facts,
    verdict: null,
    circumstances: null,
    images: images.map(({ path }) => ({ src: `../${path.split('/').map(encodeURIComponent).join('/')}` })),
    preview: null,
  });
}
