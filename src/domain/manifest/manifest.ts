import * as z from 'zod/mini';
import { fromUtf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { findPathFault, findPathsFault } from '../archive/safe-path.ts';

/** Largest `manifest.json` that is read or written, bytes. */
export const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const time = z.iso.datetime({ precision: 3 });
const count = z.int().check(z.nonnegative());
// Not src/core/schema.ts: it brings the whole of zod and node:crypto into the stand-alone verifier.
const bundleId = z.string().check(z.regex(/^ev_[0-7][0-9A-HJKMNP-TV-Z]{25}$/));

const artifactSchema = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,63}$/)),
  path: z.string().check(
    z.startsWith('artifacts/'),
    z.refine((path) => findPathFault(path) === null),
  ),
  sha256: digest,
  size: count,
  media_type: z.string(),
  role: z.enum(['original', 'derived']),
  derived_from: z.array(z.string()),
  tool: z.string(),
});

const requestSchema = z.object({
  kind: z.enum(['url', 'upload']),
  url: z.nullable(z.string()),
  filename: z.nullable(z.string()),
  mode: z.string(),
});

const captureSchema = z.object({
  outcome: z.enum(['ok', 'partial', 'blocked', 'login_wall', 'empty', 'error_page']),
  signals: z.array(
    z.object({ code: z.string(), count: z.optional(z.int()), detail: z.optional(z.string()) }),
  ),
  times: z.object({ started: time, sealed: time }),
  final_url: z.nullable(z.string()),
  document: z.object({
    title: z.nullable(z.string()),
    media_type: z.string(),
    pages: z.nullable(count),
    language: z.nullable(z.string()),
    word_count: count,
  }),
});

const manifestSchema = z.object({
  schema: z.literal('affiant-manifest/v1'),
  bundle_id: bundleId,
  nonce: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  request: requestSchema,
  capture: captureSchema,
  artifacts: z.array(artifactSchema).check(
    z.minLength(1),
    z.maxLength(10_000),
    z.refine((artifacts) => new Set(artifacts.map(({ name }) => name)).size === artifacts.length),
    z.refine((artifacts) => findPathsFault(artifacts.map(({ path }) => path)) === null),
  ),
  chunk_tree: z.object({
    algorithm: z.literal('rfc6962-sha256'),
    version: z.literal(1),
    artifact: z.string(),
    chunk_count: count,
    root: digest,
  }),
  links: z.object({
    parent_bundle_id: z.nullable(bundleId),
    parent_manifest_sha256: z.nullable(digest),
    monitor_id: z.nullable(z.string()),
  }),
});

/**
 * The members of `manifest.json` that this service reads. Others may stand beside them: they are signed, but
 * left out here.
 *
 * @see evidence-format.md 2
 */
export type Manifest = z.infer<typeof manifestSchema>;

/** One artifact as the manifest lists it. */
export type ManifestArtifact = Manifest['artifacts'][number];

/**
 * Read the bytes of `manifest.json`. Whether they are canonical and signed is for the verifier to say.
 *
 * @throws EvidenceError `ARTIFACT_TAMPERED` when they are no manifest of version 1.
 */
export function parseManifest(bytes: Uint8Array): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(fromUtf8(bytes)));
  } catch (cause) {
    throw new EvidenceError('ARTIFACT_TAMPERED', 'manifest.json is not a manifest of version 1.', {
      cause,
      details: { tampered: ['manifest'] },
    });
  }
}
