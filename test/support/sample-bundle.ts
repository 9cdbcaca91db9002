import { utf8 } from '../../src/core/bytes.ts';
import type { Capture } from '../../src/domain/capture/capture.ts';
import { sealBundle } from '../../src/domain/manifest/seal.ts';
import { GOLDEN_CAPTURE, GOLDEN_INPUT, goldenTools } from '../golden/golden-bundle.ts';
import type { BundleMap } from '../golden/memory-bundle.ts';

/** One grey pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** What differs from the golden bundle. */
export interface SampleChanges {
  readonly title?: string;
  readonly finalUrl?: string;
  readonly markdown?: string;
  readonly screenshot?: Uint8Array;
  /** Bytes of one more artifact, for a large archive. */
  readonly extra?: Uint8Array;
}

/** A bundle like the golden one with a picture that is one, signed by the golden key. */
export async function sealSample(changes: SampleChanges = {}): Promise<BundleMap> {
  const files: BundleMap = new Map();
  await sealBundle({ ...GOLDEN_INPUT, capture: sampleCapture(changes) }, goldenTools(files));
  return files;
}

function sampleCapture({ title, finalUrl, markdown, screenshot, extra }: SampleChanges): Capture {
  const { facts, document, artifacts } = GOLDEN_CAPTURE;
  const text = markdown ?? GOLDEN_CAPTURE.markdown;
  const bytesOf: Record<string, Uint8Array> = {
    screenshot: screenshot ?? new Uint8Array(PIXEL),
    markdown: utf8(text),
  };
  return {
    ...GOLDEN_CAPTURE,
    facts: { ...facts, final_url: finalUrl ?? facts.final_url },
    document: { ...document, title: title ?? 'Terms of service' },
    artifacts: [
      ...artifacts.map((artifact) => ({ ...artifact, bytes: bytesOf[artifact.name] ?? artifact.bytes })),
      ...(extra
        ? [
            {
              name: 'pdf',
              path: 'artifacts/page.pdf',
              mediaType: 'application/pdf',
              role: 'original',
              derivedFrom: [],
              tool: 'chromium',
              bytes: extra,
            } as const,
          ]
        : []),
    ],
    markdown: text,
    pageStarts: [],
  };
}
