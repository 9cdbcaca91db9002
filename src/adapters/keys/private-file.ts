import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replace a file in one durable step, readable by its owner alone. Its folder is made where it is missing. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  {
    await using file = await open(draft, 'w', 0o600);
    await file.writeFile(text);
    await file.sync();
  }
  await rename(draft, path);
  await using folder = await open(dirname(path), 'r');
  await folder.sync();
}
