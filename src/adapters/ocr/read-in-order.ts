/** How each page of a document is read. */
export interface PageSteps<Page, Prepared, Read> {
  prepare(page: Page): Promise<Prepared>;
  read(prepared: Prepared): Promise<Read>;
}

/** Reads one page after the other, for a page may hold 25 MB; the next one is prepared while one is read. */
export async function readInOrder<Page, Prepared, Read>(
  pages: Iterable<Page>,
  { prepare, read }: PageSteps<Page, Prepared, Read>,
): Promise<readonly Read[]> {
  const results: Read[] = [];
  let reading: Promise<Read> | undefined;
  for (const page of pages) {
    // Together, so that neither fails unheard.
    const [prepared] = await Promise.all([prepare(page), reading?.then((result) => results.push(result))]);
    reading = read(prepared);
  }
  if (reading !== undefined) results.push(await reading);
  return results;
}
