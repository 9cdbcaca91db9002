import { EvidenceError } from '../../core/error.ts';
import type { StagedBundle } from '../bundle/port.ts';
import type { CapturedArtifact } from '../capture/artifact.ts';
import type { Capture } from '../capture/capture.ts';
import { buildChunkTree, type ChunkTree } from '../chunk/build-tree.ts';
import { encodeChunks } from '../chunk/chunk.ts';
import type { ManifestArtifact } from './manifest.ts';

interface WriteTools {
  readonly staged: StagedBundle;
  /** 32 random bytes for the salts of the chunks; not kept. */
  readonly chunkSecret: Uint8Array;
}

/** What {@link writeArtifacts} wrote. */
export interface WrittenArtifacts {
  readonly artifacts: readonly ManifestArtifact[];
  readonly chunkTree: ChunkTree;
}

/**
 * Write the artifacts of a capture and the `chunks.json` of its text.
 *
 * @throws EvidenceError `INTERNAL` when the capture has no artifact `markdown`.
 */
export async function writeArtifacts(
  capture: Capture,
  { staged, chunkSecret }: WriteTools,
): Promise<WrittenArtifacts> {
  const listed: ManifestArtifact[] = [];
  for (const artifact of capture.artifacts) listed.push(await writeArtifact(staged, artifact));
  const text = capture.artifacts.find(({ name }) => name === 'markdown');
  const textSha256 = listed.find(({ name }) => name === 'markdown')?.sha256;
  if (!text || !textSha256) throw new EvidenceError('INTERNAL', 'The capture has no text artifact.');
  const chunkTree = await buildChunkTree({
    content: text.bytes,
    contentSha256: textSha256,
    pageStarts: capture.pageStarts,
    secret: chunkSecret,
  });
  listed.push(
    await writeArtifact(staged, {
      name: 'chunks',
      path: 'artifacts/chunks.json',
      mediaType: 'application/json',
      role: 'derived',
      derivedFrom: ['markdown'],
      tool: 'affiant',
      bytes: encodeChunks(chunkTree.chunks),
    }),
  );
  return { artifacts: listed, chunkTree };
}

async function writeArtifact(staged: StagedBundle, artifact: CapturedArtifact): Promise<ManifestArtifact> {
  const { sha256, sizeBytes } = await staged.write(artifact.path, artifact.bytes);
  return {
    name: artifact.name,
    path: artifact.path,
    sha256,
    size: sizeBytes,
    media_type: artifact.mediaType,
    role: artifact.role,
    derived_from: [...artifact.derivedFrom],
    tool: artifact.tool,
  };
}
