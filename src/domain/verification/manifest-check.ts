import { equalBytes, fromUtf8, toHex } from '../../core/bytes.ts';
import { canonicalBytes } from '../../core/canonical-json.ts';
import { MAX_MANIFEST_BYTES, type Manifest, parseManifest } from '../manifest/manifest.ts';
import { type BundleFiles, readSmallFile } from './bundle-files.ts';
import { type Finding, found, foundTampered } from './finding.ts';

/** The manifest as far as it could be read. */
export interface ExaminedManifest {
  readonly finding: Finding;
  /** Null when it cannot be used at all. */
  readonly manifest: Manifest | null;
  /** Digest of its raw bytes, hex; null when they could not be read. */
  readonly sha256: string | null;
}

const ID = 'manifest_canonical';

/** The check `manifest_canonical`: RFC 8785 bytes of a manifest of version 1, the recorded one where that is known. */
export async function examineManifest(
  files: BundleFiles,
  expectedSha256: string | undefined,
): Promise<ExaminedManifest> {
  const read = await readSmallFile(files, 'manifest.json', MAX_MANIFEST_BYTES);
  switch (read.kind) {
    case 'missing':
      return unusable(describeMissing(files, expectedSha256));
    case 'too-large':
      return unusable(tampered('manifest.json is larger than 4 MiB.'));
    case 'unreadable':
      return unusable(found(ID, 'unknown', 'manifest.json could not be read.'));
    case 'bytes': {
      const sha256 = toHex(digestOf(files, read.bytes));
      return {
        ...examineBytes(read.bytes, expectedSha256 === undefined || expectedSha256 === sha256),
        sha256,
      };
    }
  }
}

function examineBytes(
  bytes: Uint8Array,
  isExpected: boolean,
): Pick<ExaminedManifest, 'finding' | 'manifest'> {
  const json = parseJson(bytes);
  if (isOtherVersion(json)) {
    return {
      finding: found(ID, 'unknown', 'The manifest has a version that this verifier does not know.'),
      manifest: null,
    };
  }
  const manifest = parseOrNull(bytes);
  if (!manifest) return { finding: tampered('manifest.json is not a manifest of version 1.'), manifest };
  if (!isCanonical(json, bytes))
    return { finding: tampered('manifest.json is not in canonical form (RFC 8785).'), manifest };
  if (!isExpected)
    return {
      finding: tampered('manifest.json is not the one recorded when the bundle was sealed.'),
      manifest,
    };
  return { finding: found(ID, 'pass', 'manifest.json is canonical JSON of version 1.'), manifest };
}

function describeMissing({ sizes }: BundleFiles, expectedSha256: string | undefined): Finding {
  const isBundle =
    expectedSha256 !== undefined ||
    [...sizes.keys()].some((path) => path === 'signature.json' || path.startsWith('artifacts/'));
  if (isBundle) return tampered('manifest.json is missing.');
  return found(ID, 'unknown', 'There is no manifest.json: this is not an evidence bundle.');
}

function digestOf({ createSha256 }: BundleFiles, bytes: Uint8Array): Uint8Array {
  const hash = createSha256();
  hash.update(bytes);
  return hash.digest();
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(fromUtf8(bytes));
  } catch {
    return undefined;
  }
}

function parseOrNull(bytes: Uint8Array): Manifest | null {
  try {
    return parseManifest(bytes);
  } catch {
    return null;
  }
}

function isCanonical(json: unknown, bytes: Uint8Array): boolean {
  try {
    // A duplicate member, a fraction or other white space does not survive this round trip.
    return equalBytes(canonicalBytes(json), bytes);
  } catch {
    return false;
  }
}

const isOtherVersion = (json: unknown): boolean =>
  typeof json === 'object' &&
  json !== null &&
  'schema' in json &&
  /^affiant-manifest\/v([2-9]|[1-9]\d+)$/.test(String(json.schema));

const tampered = (detail: string): Finding => foundTampered(ID, detail, ['manifest']);

const unusable = (finding: Finding): ExaminedManifest => ({ finding, manifest: null, sha256: null });
