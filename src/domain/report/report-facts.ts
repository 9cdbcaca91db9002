import { toHex } from '../../core/bytes.ts';
import type { Sha256Factory } from '../../core/sha256.ts';
import type { BundleReader } from '../bundle/port.ts';
import { readWhole } from '../bundle/read-whole.ts';
import { MAX_MANIFEST_BYTES, type Manifest, parseManifest } from '../manifest/manifest.ts';
import { MAX_SIGNATURE_BYTES, parseSignatureFile, type SignatureFile } from '../signing/signature.ts';
import { type CaptureRecord, readCaptureRecord } from './capture-record.ts';
import { type CustodyTimeline, MAX_CUSTODY_BYTES, readCustodyLines } from './custody-lines.ts';

/** What a bundle says of itself. Nothing here was checked; texts are untrusted. */
export interface ReportFacts {
  readonly manifest: Manifest | null;
  /** Of the raw bytes, hex. */
  readonly manifestSha256: string | null;
  readonly record: CaptureRecord | null;
  readonly signature: SignatureFile | null;
  /** Null when the bundle has no custody records. */
  readonly custody: CustodyTimeline | null;
}

/** Read what a report tells of a bundle. What is missing or malformed is null; never throws. */
export async function readReportFacts(
  reader: BundleReader,
  createSha256: Sha256Factory,
): Promise<ReportFacts> {
  const manifest = await readOrNull(reader, 'manifest.json', MAX_MANIFEST_BYTES);
  const signature = await readOrNull(reader, 'signature.json', MAX_SIGNATURE_BYTES);
  const custody = await readOrNull(reader, 'seals/custody.jsonl', MAX_CUSTODY_BYTES);
  return {
    manifest: manifest && parseOrNull(parseManifest, manifest),
    manifestSha256: manifest && digestOf(manifest, createSha256),
    record: manifest && readCaptureRecord(manifest),
    signature: signature && parseOrNull(parseSignatureFile, signature),
    custody: custody && readCustodyLines(custody),
  };
}

async function readOrNull(reader: BundleReader, path: string, maxBytes: number): Promise<Uint8Array | null> {
  try {
    return await readWhole(reader.read(path), maxBytes);
  } catch {
    return null;
  }
}

function parseOrNull<T>(parse: (bytes: Uint8Array) => T, bytes: Uint8Array): T | null {
  try {
    return parse(bytes);
  } catch {
    return null;
  }
}

function digestOf(bytes: Uint8Array, createSha256: Sha256Factory): string {
  const hash = createSha256();
  hash.update(bytes);
  return toHex(hash.digest());
}
