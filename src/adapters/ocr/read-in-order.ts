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
  let reading: Promise<unknown> = Promise.resolve();
  for (const page of pages) {
    // Together, so that neither fails unheard.
    const [prepared] = await Promise.all([prepare(page), reading]);
    reading = read(prepared).then((result) => results.push(result));
  }
  await reading;
  return results;
}
