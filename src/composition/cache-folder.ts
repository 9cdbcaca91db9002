import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder for what can be made again (the unpacked bundled browser), shared by every data folder of this user. */
export const cacheFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'affiant');
