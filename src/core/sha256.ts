/** A SHA-256 in progress. `node:crypto` and `@noble/hashes` both have this shape. */
interface Sha256 {
  update(bytes: Uint8Array): unknown;
  /** 32 bytes. */
  digest(): Uint8Array;
}

/** Starts a SHA-256. Injected: the fastest one differs between Node and a browser. */
export type Sha256Factory = () => Sha256;
