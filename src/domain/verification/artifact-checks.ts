import { toHex } from '../../core/bytes.ts';
import { pause } from '../../core/pause.ts';
import type { Manifest, ManifestArtifact } from '../manifest/manifest.ts';
import type { BundleFiles } from './bundle-files.ts';
import { type Finding, found, foundTampered } from './finding.ts';

/** Pieces from memory come without waiting: let others run after this many bytes, about 10 ms of hashing. */
const BYTES_PER_SLICE = 4 * 1024 * 1024;

/** One check `artifact:<name>` for each artifact that the manifest lists. */
export async function checkArtifacts(files: BundleFiles, manifest: Manifest): Promise<Finding[]> {
  const findings: Finding[] = [];
  // One after the other: a bundle is hashed at the speed of one core, and memory stays constant.
  for (const artifact of manifest.artifacts) findings.push(await checkArtifact(files, artifact));
  return findings;
}

async function checkArtifact(
  files: BundleFiles,
  { name, path, sha256, size }: ManifestArtifact,
): Promise<Finding> {
  const id = `artifact:${name}`;
  const actualSize = files.sizes.get(path);
  if (actualSize === undefined) return foundTampered(id, `${path} is missing.`, [name]);
  if (actualSize !== size)
    return foundTampered(id, `${path} has ${actualSize} bytes instead of ${size}.`, [name]);
  try {
    const actual = await digestOf(files, path);
    if (actual === sha256) return found(id, 'pass', `${path} has the listed size and digest.`);
    return foundTampered(id, `${path} has another digest than the manifest lists.`, [name]);
  } catch {
    return found(id, 'unknown', `${path} could not be read.`);
  }
}

async function digestOf({ reader, createSha256 }: BundleFiles, path: string): Promise<string> {
  const hash = createSha256();
  let sliceBytes = 0;
  for await (const piece of reader.read(path)) {
    hash.update(piece);
    sliceBytes += piece.length;
    if (sliceBytes < BYTES_PER_SLICE) continue;
    sliceBytes = 0;
    await pause();
  }
  return toHex(hash.digest());
}

/**
 * The check `no_extra_files`: besides the core, only `seals/` and `verify/` may hold files.
 *
 * Nothing signs those two folders: each seal is checked on its own, and the copies in `verify/` are for
 * convenience.
 */
export function checkNoExtraFiles({ sizes }: BundleFiles, manifest: Manifest): Finding {
  const listed = new Set(['manifest.json', 'signature.json', ...manifest.artifacts.map(({ path }) => path)]);
  const extra = [...sizes.keys()].filter((path) => !listed.has(path) && !/^(seals|verify)\//.test(path));
  if (extra.length === 0) return found('no_extra_files', 'pass', 'Every file is listed in the manifest.');
  return foundTampered('no_extra_files', `${extra.length} files are not listed in the manifest.`, extra);
}
