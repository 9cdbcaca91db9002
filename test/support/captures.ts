import { createCapturer } from '../../src/adapters/capture/capturer.ts';
import { createGuardedFetcher } from '../../src/adapters/egress/guarded-fetch.ts';
import type { ResolverOptions } from '../../src/adapters/egress/resolver.ts';
import { utf8 } from '../../src/core/bytes.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Capture, CaptureOptions, Include, UploadSource } from '../../src/domain/capture/capture.ts';
import type { Capturer } from '../../src/domain/capture/port.ts';
import { startDocumentReaders } from './document-readers.ts';
import { idleContext, LOOPBACK, startRenderer, type TestRenderer } from './renderer.ts';

/** A capturer of real parts that may reach loopback. */
export interface TestCapturer extends Capturer {
  readonly renderer: TestRenderer['renderer'];
  visit(
    url: string,
    include?: readonly Include[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<Capture>;
  upload(bytes: Uint8Array | string, more?: UploadMore): Promise<Capture>;
  close(): Promise<void>;
}

interface UploadMore extends Partial<Pick<UploadSource, 'filename' | 'declaredMediaType'>> {
  readonly include?: readonly Include[];
  readonly pages?: CaptureOptions['pages'];
}

const TEXT_ONLY: readonly Include[] = ['markdown'];

/** Start one; its browser and parsers start at their first use. */
export async function startCapturer(egress: ResolverOptions = LOOPBACK): Promise<TestCapturer> {
  const { renderer, close: closeRenderer } = await startRenderer({}, egress);
  const { close: closeReaders, ...readers } = await startDocumentReaders();
  const fetcher = createGuardedFetcher(egress);
  const { capture } = createCapturer({ ...readers, fetcher, renderer, clock: systemClock });
  return {
    capture,
    renderer,
    visit: (url, include = TEXT_ONLY, headers = {}) =>
      capture({ kind: 'url', url, headers }, captureOptions(include), idleContext()),
    upload: (bytes, { include = TEXT_ONLY, pages = null, ...more } = {}) =>
      capture(
        {
          ...{ kind: 'upload', filename: null, declaredMediaType: null },
          bytes: typeof bytes === 'string' ? utf8(bytes) : bytes,
          ...more,
        },
        { ...captureOptions(include), pages },
        idleContext(),
      ),
    async close() {
      await Promise.all([closeRenderer(), closeReaders()]);
    },
  };
}

const captureOptions = (include: readonly Include[]): CaptureOptions => ({
  include: new Set(include),
  pages: null,
  viewport: { width: 1280, height: 800 },
  waitForSelector: null,
  waitMs: 0,
});

/** An artifact of a capture by its name. */
export const artifactOf = (capture: Capture, name: string) =>
  capture.artifacts.find((candidate) => candidate.name === name);

/** An artifact as text; empty when there is none. */
export const artifactText = (capture: Capture, name: string): string =>
  Buffer.from(artifactOf(capture, name)?.bytes ?? []).toString('utf8');
