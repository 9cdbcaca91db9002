import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { McpParts } from '../../http/parts.ts';
import type { Logger } from '../adapters/log/logger.ts';
import type { BundleStore } from '../domain/bundle/port.ts';
import { type Catalogue, loadPrompts, loadResources } from '../operation/catalogue.ts';
import type { Pipeline } from '../operation/pipeline.ts';
import type { Configuration } from './configuration.ts';
import { projectPath } from './project-path.ts';
import { VERSION } from './version.ts';

export interface FaceSources {
  readonly pipeline: Pick<Pipeline, 'call'>;
  readonly catalogue: Catalogue;
  readonly bundles: Pick<BundleStore, 'open'>;
  readonly configuration: Configuration;
  readonly baseUrl: string;
  readonly logger: Logger;
}

/** What the faces serve beside the pipeline: resources, prompts, documentation, SKILL.md. */
export async function readFaceParts(sources: FaceSources): Promise<McpParts> {
  const { pipeline, catalogue, bundles, configuration, baseUrl, logger } = sources;
  const [resources, prompts, pages, skill] = await Promise.all([
    loadResources(projectPath('resources')),
    loadPrompts(projectPath('prompts')),
    readPages(projectPath('resources/docs')),
    readFile(projectPath('SKILL.md'), 'utf8'),
  ]);
  return {
    pipeline,
    catalogue,
    resources,
    prompts,
    bundles,
    pages,
    skill: skill.replaceAll('{base_url}', baseUrl),
    ...faceBasics({ configuration, baseUrl, logger }),
  };
}

/** What every face has, also that of a worker. */
export const faceBasics = ({
  configuration,
  baseUrl,
  logger,
}: Pick<FaceSources, 'configuration' | 'baseUrl' | 'logger'>): Pick<
  McpParts,
  'configuration' | 'onFault'
> => ({
  configuration: {
    baseUrl,
    version: VERSION,
    ...(configuration.AFFIANT_X402_PAY_TO && { signInNetwork: configuration.AFFIANT_X402_NETWORK }),
    maxUploadBytes: configuration.AFFIANT_MAX_UPLOAD_BYTES,
  },
  onFault: (error, requestId) => logger.error({ error, requestId }, 'fault of a face'),
});

async function readPages(folder: string): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for await (const path of glob('*.md', { cwd: folder })) {
    pages.set(basename(path, '.md'), await readFile(join(folder, path), 'utf8'));
  }
  return pages;
}
