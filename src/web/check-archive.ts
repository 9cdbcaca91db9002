import { sha256 } from '@noble/hashes/sha2.js';
import { toTimestamp } from '../core/clock.ts';
import type { Sha256Factory } from '../core/sha256.ts';
import { LOCAL_LIMITS } from '../domain/archive/limits.ts';
import { openZip } from '../domain/archive/zip/open-zip.ts';
import type { BundleReader } from '../domain/bundle/port.ts';
import { readWhole } from '../domain/bundle/read-whole.ts';
import type { Manifest, ManifestArtifact } from '../domain/manifest/manifest.ts';
import type { ReportContent, ReportImage, TextPreview } from '../domain/report/report.ts';
import { type ReportFacts, readReportFacts } from '../domain/report/report-facts.ts';
import { screenshotsOf } from '../domain/report/screenshots.ts';
import type { Verdict } from '../domain/verification/verdict.ts';
import { verdictOfOpenFailure, verifyBundle } from '../domain/verification/verify-bundle.ts';
import { blobSource, inflateByBrowser } from './blob-source.ts';
import type { Trust } from './trust-form.ts';

/** How to check an archive. */
export interface CheckRequest {
  readonly file: Blob;
  readonly trust: Trust;
  /** Between 0 and 1. */
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

/** A verdict with what a report shows beside it. */
export interface CheckedArchive extends ReportContent {
  readonly verdict: Verdict;
}

const createSha256: Sha256Factory = () => sha256.create();

const NO_FACTS: ReportFacts = {
  manifest: null,
  manifestSha256: null,
  record: null,
  signature: null,
  custody: null,
};
const MAX_IMAGES = 40;
/** A tile is a few MiB; what is larger is not shown. */
const MAX_IMAGE_BYTES = 64 * 1024 * 1024;
const PREVIEW_BYTES = 16 * 1024;

/**
 * Check an archive in this browser. Nothing leaves it.
 *
 * @throws the signal's reason when it was aborted; never because of the archive.
 */
export async function checkArchive(request: CheckRequest): Promise<CheckedArchive> {
  const { file, trust, signal } = request;
  const circumstances = { at: toTimestamp(new Date()), against: trust.words };
  try {
    const source = blobSource(file, countProgress(request), signal);
    const reader = await openZip(source, inflateByBrowser, LOCAL_LIMITS);
    const verdict = await verifyBundle(reader, { ...trust.options, createSha256 });
    signal.throwIfAborted();
    const facts = await readReportFacts(reader, createSha256);
    return { verdict, facts, circumstances, ...(await readPictures(reader, facts.manifest, verdict)) };
  } catch (error) {
    signal.throwIfAborted();
    const verdict = verdictOfOpenFailure(error);
    return { verdict, facts: NO_FACTS, circumstances, images: [], preview: null };
  }
}

function countProgress({ file, onProgress }: CheckRequest): (bytes: number) => void {
  let read = 0;
  return (bytes) => {
    read += bytes;
    // The text is read twice: a little more than the file's size comes together.
    onProgress(Math.min(read / Math.max(file.size, 1), 1));
  };
}

async function readPictures(
  reader: BundleReader,
  manifest: Manifest | null,
  verdict: Verdict,
): Promise<Pick<ReportContent, 'images' | 'preview'>> {
  if (!manifest) return { images: [], preview: null };
  // Shown is only what is still the file that the manifest lists.
  const isUnchanged = ({ name }: ManifestArtifact) =>
    verdict.checks.some(({ id, status }) => id === `artifact:${name}` && status === 'pass');
  const images: ReportImage[] = [];
  for (const artifact of screenshotsOf(manifest).filter(isUnchanged).slice(0, MAX_IMAGES)) {
    if (artifact.size <= MAX_IMAGE_BYTES) images.push({ src: await readImage(reader, artifact) });
  }
  const text = manifest.artifacts.find(({ name }) => name === 'markdown');
  return { images, preview: text && isUnchanged(text) ? await readPreview(reader, text) : null };
}

async function readImage(reader: BundleReader, { path, media_type }: ManifestArtifact): Promise<string> {
  const bytes = await readWhole(reader.read(path), MAX_IMAGE_BYTES);
  return URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: media_type }));
}

async function readPreview(reader: BundleReader, { path, size }: ManifestArtifact): Promise<TextPreview> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of reader.read(path)) {
    const part = piece.subarray(0, PREVIEW_BYTES - bytes);
    bytes += part.length;
    text += decoder.decode(part, { stream: true });
    if (bytes === PREVIEW_BYTES) break;
  }
  return { text, totalBytes: size, isWhole: bytes === size };
}
