import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestService } from './api.ts';

/** `exchanges.json` as far as tests look at it (design.md 4.13). */
export interface Exchanges {
  readonly schema: string;
  readonly requests: readonly {
    url: string;
    method: string | null;
    status: number | null;
    address: string | null;
  }[];
  readonly denied: readonly { url: string; host: string; address: string | null; reason: string }[];
}

/** A file of a bundle as it lies in the store. */
export const bundleFile = (
  { dataDir }: Pick<TestService, 'dataDir'>,
  bundleId: unknown,
  path: string,
): Promise<Buffer> => readFile(join(dataDir, 'bundles', String(bundleId), path));

/** The record of a bundle's requests. */
export const exchangesOf = async (
  service: Pick<TestService, 'dataDir'>,
  bundleId: unknown,
): Promise<Exchanges> =>
  JSON.parse((await bundleFile(service, bundleId, 'artifacts/net/exchanges.json')).toString('utf8'));
