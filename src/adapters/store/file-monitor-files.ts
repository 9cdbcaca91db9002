import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { utf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { idPattern } from '../../core/id.ts';
import { isMissing } from '../../core/is-missing.ts';
import type { MonitorFile, MonitorFiles } from '../../domain/monitor/port.ts';
import type { DataFolder } from './data-folder.ts';
import { replaceFile } from './durable-files.ts';

const MONITOR_ID = idPattern('mon');
const CHECK_ID = idPattern('chk');

/** What monitors read, in `monitors/<id>/<check>.<kind>.json`. */
export const createFileMonitorFiles = (folders: Pick<DataFolder, 'monitors' | 'staging'>): MonitorFiles => ({
  write: async (monitorId, file, value) =>
    replaceFile(filePath(folders, monitorId, file), utf8(JSON.stringify(value)), folders.staging),
  async read(monitorId, file) {
    try {
      return JSON.parse(await readFile(filePath(folders, monitorId, file), 'utf8')) as object;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  remove: async (monitorId, file) => rm(filePath(folders, monitorId, file), { force: true }),
  removeAll: async (monitorId) => rm(folderPath(folders, monitorId), { recursive: true, force: true }),
  monitorIds: async () => (await readdir(folders.monitors)).filter((name) => MONITOR_ID.test(name)),
});

const filePath = (
  folders: Pick<DataFolder, 'monitors'>,
  monitorId: string,
  { kind, checkId }: MonitorFile,
): string => join(folderPath(folders, monitorId), `${assertId(CHECK_ID, checkId)}.${kind}.json`);

const folderPath = (folders: Pick<DataFolder, 'monitors'>, monitorId: string): string =>
  join(folders.monitors, assertId(MONITOR_ID, monitorId));

/** @throws EvidenceError `INTERNAL`: our own code names monitors and checks. */
function assertId(pattern: RegExp, id: string): string {
  if (!pattern.test(id)) throw new EvidenceError('INTERNAL', 'A file of a monitor has an unsafe name.');
  return id;
}
