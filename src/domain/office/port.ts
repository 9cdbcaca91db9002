/** An office file as Markdown. */
export interface OfficeDocument {
  /** Ends with one LF. */
  readonly markdown: string;
  /** From the document's properties; null when it has none. */
  readonly title: string | null;
  /** Slides of a presentation; null for kinds whose pages exist only in print. */
  readonly pages: number | null;
}

/** Converts DOCX, XLSX, PPTX, ODT, ODS, ODP, DOC, XLS, PPT and CSV. */
export interface OfficeConverter {
  /**
   * Nothing that the document refers to is fetched.
   *
   * @param mediaType as sniffed. CSV (`text/csv`) comes in UTF-8.
   * @throws `DOCUMENT_ENCRYPTED`, `DOCUMENT_CORRUPT`, `DOCUMENT_UNSUPPORTED`, `DOCUMENT_TOO_LARGE`, `ARCHIVE_BOMB`,
   *   `OVERLOADED`, `DEADLINE_EXCEEDED`.
   */
  toMarkdown(bytes: Uint8Array, mediaType: string, signal: AbortSignal): Promise<OfficeDocument>;
  close(): Promise<void>;
}
