/** Bytes that can be read at any place: a file, a Blob of a browser, an array. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Exactly these bytes. @throws when they do not exist or cannot be read. */
  read(offset: number, length: number): Promise<Uint8Array>;
}
