import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../core/is-missing.ts';
import { type Plans, parsePlans } from '../domain/account/plan.ts';
import { ConfigurationError } from './configuration.ts';
import { projectPath } from './project-path.ts';

/**
 * The plans of this service: `plans.json` in the data folder, or else the ones it comes with.
 *
 * @throws ConfigurationError when the file is not valid.
 */
export async function readPlans(dataDir: string): Promise<Plans> {
  const own = join(dataDir, 'plans.json');
  const text = await readIfPresent(own);
  const path = text === null ? projectPath('resources/plans.json') : own;
  try {
    return parsePlans(text ?? (await readFile(path, 'utf8')));
  } catch (error) {
    throw new ConfigurationError(`${path}: ${error instanceof Error ? error.message : 'not readable'}`);
  }
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
