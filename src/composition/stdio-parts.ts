import type { McpParts } from '../../http/parts.ts';
import type { Logger } from '../adapters/log/logger.ts';
import { prepareDataFolder } from '../adapters/store/data-folder.ts';
import { createFileBundleStore } from '../adapters/store/file-bundle-store.ts';
import { loadCatalogue } from '../operation/catalogue.ts';
import type { Pipeline } from '../operation/pipeline.ts';
import { baseUrlOf } from './base-url.ts';
import type { Configuration } from './configuration.ts';
import { readFaceParts } from './face-parts.ts';
import { type ControlMethods, openLockedService } from './locked-service.ts';
import { projectPath } from './project-path.ts';

export interface StdioOptions {
  readonly configuration: Configuration;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  /** The pipeline of a service that runs on this data folder already; null: open one here. */
  readonly remote: Pick<Pipeline, 'call'> | null;
  readonly control: ControlMethods;
}

/** What MCP over stdio serves, and how to let go of it. */
export async function openStdioParts(
  options: StdioOptions,
): Promise<{ parts: McpParts; close: () => Promise<void> }> {
  const { configuration, env, logger, remote, control } = options;
  const baseUrl = baseUrlOf(configuration, configuration.PORT);
  const face = { configuration, baseUrl, logger };
  if (remote) {
    const catalogue = await loadCatalogue(projectPath('tools'));
    // Shared with the service that runs: nothing of its may be swept.
    const bundles = createFileBundleStore(await prepareDataFolder(configuration.AFFIANT_DATA_DIR, true));
    return {
      parts: await readFaceParts({ ...face, pipeline: remote, catalogue, bundles }),
      close: async () => {},
    };
  }
  const service = await openLockedService({ configuration, env, baseUrl, logger, works: true }, control);
  const { pipeline, catalogue, storage } = service;
  const parts = await readFaceParts({ ...face, pipeline, catalogue, bundles: storage.store });
  return { parts, close: () => service.close() };
}
