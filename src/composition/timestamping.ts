import { readFile } from 'node:fs/promises';
import { createAuthorityClient } from '../adapters/timestamp/authority-client.ts';
import { createStampRepository } from '../adapters/timestamp/stamp-repository.ts';
import { systemClock } from '../core/clock.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import { parseAuthorities } from '../domain/timestamp/authority-list.ts';
import { parsePemCertificates } from '../domain/timestamp/pem.ts';
import { startTimestamping } from '../domain/timestamp/start-timestamping.ts';
import { TimestampService } from '../domain/timestamp/timestamp-service.ts';
import { type Configuration, ConfigurationError } from './configuration.ts';
import type { Storage } from './storage.ts';

/** What stamps new bundles. */
export interface Timestamping {
  /** Roots of authorities that the operator trusts, DER. */
  readonly roots: readonly Uint8Array[];
  /** Begin. Without authorities there is nothing to do. */
  start(onError: (error: unknown) => void): { stop(): Promise<void> };
}

export interface TimestampingParts {
  readonly storage: Storage;
  readonly configuration: Configuration;
  readonly fetcher: GuardedFetcher;
}

/** @throws ConfigurationError, or EvidenceError `REQUEST_INVALID`, when authorities or roots cannot be read. */
export async function openTimestamping({
  storage: { database, store },
  configuration,
  fetcher,
}: TimestampingParts): Promise<Timestamping> {
  const authorities = parseAuthorities(configuration.AFFIANT_TSA_URLS ?? '');
  const roots = await readRoots(configuration.AFFIANT_TSA_ROOTS_FILE);
  const repository = createStampRepository(database);
  // Before anything is published: a new authority is asked for bundles from now on.
  if (authorities.length > 0) await repository.enrol(authorities.map(({ name }) => name));
  const service = new TimestampService({
    repository,
    store,
    client: createAuthorityClient(fetcher),
    authorities,
    roots,
    clock: systemClock,
  });
  return {
    roots,
    start: (onError) =>
      authorities.length > 0 ? startTimestamping({ service, onError }) : { stop: async () => {} },
  };
}

async function readRoots(path: string | undefined): Promise<Uint8Array[]> {
  if (path === undefined) return [];
  try {
    return parsePemCertificates(await readFile(path, 'utf8'));
  } catch {
    throw new ConfigurationError('AFFIANT_TSA_ROOTS_FILE: no PEM file with certificates');
  }
}
