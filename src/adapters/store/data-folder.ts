import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './durable-files.ts';

/** Folders of the store below its root. All are on one disk: publishing is a rename between them. */
export interface DataFolder {
  /** One folder for each published bundle, named by its id. */
  readonly bundles: string;
  /** Bundles being built and files being written. */
  readonly staging: string;
  /** What is being removed. */
  readonly trash: string;
  /** Inputs of jobs. */
  readonly jobs: string;
  /** Stored answers of calls with an idempotency key. */
  readonly answers: string;
  /** What monitors read on their pages. */
  readonly monitors: string;
  /** What nobody owns and nobody touched since this time (epoch milliseconds) was left by a dead process. */
  readonly staleBefore: number;
}

/** Longer than any job runs. */
const STALE_AFTER_MS = 3_600_000;

/**
 * Make the folders below `root` and sweep away what dead processes left half done.
 *
 * @param isShared other processes may be at work in it (a cluster on one volume): only what nobody
 *   touched for an hour is swept.
 */
export async function prepareDataFolder(root: string, isShared: boolean): Promise<DataFolder> {
  // Captured pages and keys are nobody else's business.
  await mkdir(root, { recursive: true, mode: 0o700 });
  const folders = {
    bundles: join(root, 'bundles'),
    staging: join(root, 'tmp', 'staging'),
    trash: join(root, 'tmp', 'trash'),
    jobs: join(root, 'tmp', 'jobs'),
    answers: join(root, 'tmp', 'answers'),
    monitors: join(root, 'monitors'),
  };
  for (const path of Object.values(folders)) await makeFolder(path);
  const staleBefore = isShared ? Date.now() - STALE_AFTER_MS : Number.POSITIVE_INFINITY;
  for (const folder of [folders.staging, folders.trash]) {
    for (const name of await listStale(folder, staleBefore))
      await rm(join(folder, name), { recursive: true, force: true });
  }
  return { ...folders, staleBefore };
}

/** Names in `folder` that were last touched before `staleBefore`. */
export async function listStale(folder: string, staleBefore: number): Promise<string[]> {
  const names = await readdir(folder);
  const stale = await Promise.all(names.map((name) => isStale(join(folder, name), staleBefore)));
  return names.filter((_, index) => stale[index]);
}

/** Whether a file or folder was last touched before `staleBefore`. What is not there is not stale. */
export async function isStale(path: string, staleBefore: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.mtimeMs < staleBefore;
}
