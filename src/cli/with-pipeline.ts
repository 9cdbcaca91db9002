import { createLogger } from '../adapters/log/logger.ts';
import { baseUrlOf } from '../composition/base-url.ts';
import type { Configuration } from '../composition/configuration.ts';
import { openLockedService } from '../composition/locked-service.ts';
import type { Pipeline } from '../operation/pipeline.ts';
import { findRunningService } from './beside-service.ts';
import { remotePipeline } from './caller.ts';
import type { CommandContext } from './terminal.ts';

/** Run `work` on the pipeline of the running service, or on a service opened for it alone. */
export async function withPipeline<T>(
  { terminal }: CommandContext,
  configuration: Configuration,
  work: (pipeline: Pick<Pipeline, 'call'>) => Promise<T>,
): Promise<T> {
  const running = await findRunningService(configuration);
  if (running) return work(remotePipeline(running));
  const baseUrl = baseUrlOf(configuration, configuration.PORT);
  const logger = createLogger('error');
  const service = await openLockedService(
    { configuration, env: terminal.env, baseUrl, logger, works: true },
    {},
  );
  try {
    return await work(service.pipeline);
  } finally {
    await service.close();
  }
}
