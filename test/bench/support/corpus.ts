import { readdir, readFile } from 'node:fs/promises';

/** Documents of others, measured on where they lie beside the project; nothing of them is part of it. */
const corpus = new URL('../../../../shared/corpus/', import.meta.url);

/** Names of the files in a folder of the corpus that end in `suffix`; none without the corpus. */
export async function corpusFiles(folder: string, suffix: string): Promise<readonly string[]> {
  try {
    return (await readdir(new URL(`${folder}/`, corpus))).filter((name) => name.endsWith(suffix)).toSorted();
  } catch {
    return [];
  }
}

/** A file of the corpus. */
export const readCorpus = (folder: string, name: string): Promise<Buffer> =>
  readFile(new URL(`${folder}/${name}`, corpus));
