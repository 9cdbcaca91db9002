import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EvidenceError } from '../../core/error.ts';
import { idPattern } from '../../core/id.ts';
import { isMissing } from '../../core/is-missing.ts';
import type { JobFiles } from '../../domain/job/port.ts';
import { type DataFolder, listStale } from './data-folder.ts';
import { replaceFile, syncFolder } from './durable-files.ts';

const JOB_ID = idPattern('job');
const NAME = /^[a-z0-9-]{1,64}$/;

/** Inputs of jobs on the local disk, which outlive a restart. */
export interface FileJobFiles extends JobFiles {
  /** At start: remove the files of jobs that nobody will run, since they ended or were never queued. */
  sweep(isWaiting: (jobId: string) => Promise<boolean>): Promise<void>;
}

/** Job files in `tmp/jobs/<id>/`. */
export function createFileJobFiles(folders: DataFolder): FileJobFiles {
  return {
    async write(jobId, name, bytes) {
      await replaceFile(filePath(folders, jobId, name), bytes, folders.staging);
      await syncFolder(folders.jobs);
    },
    async read(jobId, name) {
      try {
        return new Uint8Array(await readFile(filePath(folders, jobId, name)));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(jobId) {
      if (JOB_ID.test(jobId)) await rm(join(folders.jobs, jobId), { recursive: true, force: true });
    },
    async sweep(isWaiting) {
      for (const jobId of await listStale(folders.jobs, folders.staleBefore)) {
        if (!(await isWaiting(jobId))) await this.remove(jobId);
      }
    },
  };
}

/** @throws EvidenceError `INTERNAL`: our own code names jobs and files. */
function filePath(folders: DataFolder, jobId: string, name: string): string {
  if (!JOB_ID.test(jobId) || !NAME.test(name))
    throw new EvidenceError('INTERNAL', 'A file of a job has an unsafe name.');
  return join(folders.jobs, jobId, name);
}
