// Writes bundle-v1/ and bundle-v1.zip beside this file. They are committed and stay: later versions must verify them.
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sealGolden } from './golden-bundle.ts';
import { writeFolder, zipOf } from './write-bundle.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const { files } = await sealGolden();
await rm(`${here}bundle-v1`, { recursive: true, force: true });
await writeFolder(`${here}bundle-v1`, files);
await writeFile(`${here}bundle-v1.zip`, await zipOf(files));
