import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProfile, removeOrphans } from '../../../src/adapters/browser/profile.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'p-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('lies in the data folder where Chromium can put its socket below it', async () => {
  const profile = await createProfile(folder);
  expect(dirname(profile)).toBe(folder);
  await rm(profile, { recursive: true });
});

it('lies in the temporary folder when the path of the data folder is too long for a socket', async () => {
  const long = join(folder, 'a-folder-of-somebody-who-likes-long-names', 'data', 'tmp');
  const profile = await createProfile(long);
  expect(dirname(profile)).toBe(tmpdir());
  expect(Buffer.byteLength(`${profile}/org.chromium.Chromium.XXXXXX/SingletonSocket`)).toBeLessThan(104);
  await rm(profile, { recursive: true });
});

it('is removed in both places once its process is dead, and not before', async () => {
  // The greatest process id that Linux can give is smaller.
  const dead = `chromium-${hostname()}-4194305-`;
  const alive = `chromium-${hostname()}-${process.pid}-`;
  const made = [folder, tmpdir()].flatMap((place) => [join(place, `${dead}a`), join(place, `${alive}a`)]);
  for (const path of made) await mkdir(path);
  await removeOrphans(folder);
  expect((await readdir(folder)).filter((name) => name.startsWith('chromium-'))).toEqual([`${alive}a`]);
  const left = await readdir(tmpdir());
  expect([left.includes(`${dead}a`), left.includes(`${alive}a`)]).toEqual([false, true]);
  for (const path of made) await rm(path, { recursive: true, force: true });
});
