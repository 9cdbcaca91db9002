import { createRequire } from 'node:module';

/** Name and version of what drives the browser, e.g. `playwright 1.65.1`; read without loading it. */
export function automationVersion(): string {
  const { version } = createRequire(import.meta.url)('playwright/package.json') as { version: string };
  return `playwright ${version}`;
}
