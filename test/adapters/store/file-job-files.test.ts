import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DataFolder, prepareDataFolder } from '../../../src/adapters/store/data-folder.ts';
import { createFileJobFiles, type FileJobFiles } from '../../../src/adapters/store/file-job-files.ts';
import { createId } from '../../../src/core/id.ts';

const root = mkdtempSync(join(tmpdir(), 'affiant-job-files-'));
let folders: DataFolder;
let files: FileJobFiles;
beforeAll(async () => {
  folders = await prepareDataFolder(root, false);
  files = createFileJobFiles(folders);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const bytes = new Uint8Array([1, 2, 3]);

it('keeps files of a job until they are removed', async () => {
  const jobId = createId('job');
  await files.write(jobId, 'upload', bytes);
  expect(await files.read(jobId, 'upload')).toEqual(bytes);
  expect(await files.read(jobId, 'source-headers')).toBeNull();
  await files.remove(jobId);
  await files.remove(jobId);
  expect(await files.read(jobId, 'upload')).toBeNull();
});

it.each([
  ['../job', 'upload'],
  [createId('job'), '../upload'],
  [createId('job'), ''],
])('refuses unsafe names: %s, %s', async (jobId, name) => {
  await expect(files.write(jobId, name, bytes)).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(files.read(jobId, name)).rejects.toMatchObject({ code: 'INTERNAL' });
});

it('sweeps what no waiting job needs', async () => {
  const [waiting, ended] = [createId('job'), createId('job')];
  await files.write(waiting, 'upload', bytes);
  await files.write(ended, 'upload', bytes);
  await files.sweep(async (jobId) => jobId === waiting);
  expect(readdirSync(folders.jobs)).toEqual([waiting]);
});
