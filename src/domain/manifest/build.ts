import { compareByteOrder } from '../../core/byte-order.ts';
import type { CanonicalValue } from '../../core/canonical-json.ts';
import type { ParentLink } from '../bundle/port.ts';
import type { Capture } from '../capture/capture.ts';
import type { ManifestArtifact } from './manifest.ts';
import { toWellFormed } from './well-formed.ts';

/** What was asked for, as the manifest states it. Header values and credentials never stand here. */
export interface RequestFacts {
  readonly kind: 'url' | 'upload';
  readonly url: string | null;
  readonly filename: string | null;
  readonly declaredMediaType: string | null;
  readonly mode: string;
  readonly include: readonly string[];
  readonly options: { readonly [name: string]: CanonicalValue };
}

/** Everything in a manifest that sealing it again does not change. */
export interface ManifestFacts {
  readonly bundleId: string;
  /** 32 hex digits: makes the manifest's digest unguessable. */
  readonly nonce: string;
  readonly request: RequestFacts;
  readonly capture: Pick<Capture, 'facts' | 'document' | 'software'>;
  /** `service`, `version`, `node`, `os`; the capture's own tools are added. */
  readonly software: Readonly<Record<string, string>>;
  readonly artifacts: readonly ManifestArtifact[];
  readonly chunkTree: { readonly artifact: string; readonly chunkCount: number; readonly root: string };
  readonly monitorId: string | null;
}

/** What differs each time a manifest is sealed. */
export interface ManifestSeal {
  readonly parent: ParentLink | null;
  /** RFC 3339 with milliseconds. */
  readonly sealedAt: string;
}

/**
 * The content of `manifest.json`, ready for canonical JSON.
 *
 * @see evidence-format.md 2
 */
export const buildManifest = (facts: ManifestFacts, { parent, sealedAt }: ManifestSeal): unknown =>
  toWellFormed({
    schema: 'affiant-manifest/v1',
    bundle_id: facts.bundleId,
    nonce: facts.nonce,
    request: requestMember(facts),
    capture: captureMember(facts.capture, sealedAt),
    software: { ...facts.software, ...facts.capture.software },
    artifacts: facts.artifacts.toSorted((left, right) => compareByteOrder(left.path, right.path)),
    chunk_tree: {
      algorithm: 'rfc6962-sha256',
      version: 1,
      artifact: facts.chunkTree.artifact,
      chunk_count: facts.chunkTree.chunkCount,
      root: facts.chunkTree.root,
    },
    links: {
      parent_bundle_id: parent?.bundleId ?? null,
      parent_manifest_sha256: parent?.manifestSha256 ?? null,
      monitor_id: facts.monitorId,
    },
  });

function requestMember({ request, capture }: ManifestFacts) {
  const headers = capture.facts.source_headers;
  return {
    kind: request.kind,
    url: request.url,
    filename: request.filename,
    declared_media_type: request.declaredMediaType,
    mode: request.mode,
    include: request.include,
    options: request.options,
    source_header_names_scoped_to: headers?.origin ?? null,
    source_headers: headers,
  };
}

function captureMember({ facts, document }: ManifestFacts['capture'], sealedAt: string) {
  const { source_headers: _, ...seen } = facts;
  return { ...seen, times: { ...facts.times, sealed: sealedAt }, document };
}
