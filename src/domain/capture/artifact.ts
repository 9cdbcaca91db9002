/** `original`: as received or rendered; `derived`: computed from other artifacts. */
export type ArtifactRole = 'original' | 'derived';

/** One artifact before sealing. Names and paths: evidence-format.md 1, design.md 4.13. */
export interface CapturedArtifact {
  /** e.g. `screenshot`, `screenshot-01`, `source`, `pdf`, `html`, `markdown`. */
  readonly name: string;
  /** Below `artifacts/`, e.g. `artifacts/source/body.html`. */
  readonly path: `artifacts/${string}`;
  readonly mediaType: string;
  readonly role: ArtifactRole;
  /** Names of the artifacts it was computed from. */
  readonly derivedFrom: readonly string[];
  /** What made it, e.g. `chromium/156.0`, `affiant`. */
  readonly tool: string;
  readonly bytes: Uint8Array;
}
