import { randomBytes } from 'node:crypto';
import { changeSetting } from '../adapters/database/service-settings.ts';
import { createWalletCheck } from '../adapters/sign-in/contract-wallet.ts';
import { createSignInRepository } from '../adapters/sign-in/sign-in-repository.ts';
import { createSiwxVerifier } from '../adapters/sign-in/siwx-verifier.ts';
import { fromHex } from '../core/bytes.ts';
import { systemClock } from '../core/clock.ts';
import type { GuardedFetcher } from '../domain/egress/port.ts';
import { SignInService } from '../domain/sign-in/sign-in-service.ts';
import { PAYMENT_NETWORKS } from '../domain/x402/network.ts';
import type { Configuration } from './configuration.ts';
import type { Storage } from './storage.ts';

export interface SignInSources {
  readonly storage: Storage;
  readonly configuration: Configuration;
  readonly baseUrl: string;
  readonly fetcher: GuardedFetcher;
}

/** Sign-in by wallet; null where no wallet can pay, as nobody could own anything by one. */
export async function openSignIns(sources: SignInSources): Promise<SignInService | null> {
  const { storage, configuration, baseUrl, fetcher } = sources;
  if (!configuration.AFFIANT_X402_PAY_TO) return null;
  const { database } = storage;
  const { nonce_secret } = await changeSetting<{ nonce_secret: string }>(
    database,
    'sign_in',
    async (present) => present ?? { nonce_secret: randomBytes(32).toString('hex') },
  );
  const { AFFIANT_X402_NETWORK: network, AFFIANT_EVM_RPC_URL: rpcUrl } = configuration;
  return new SignInService({
    baseUrl: new URL(baseUrl),
    network,
    secret: fromHex(nonce_secret),
    repository: createSignInRepository(database),
    verifier: createSiwxVerifier(
      rpcUrl ? createWalletCheck({ rpcUrl, network: PAYMENT_NETWORKS[network], fetcher }) : null,
    ),
    clock: systemClock,
  });
}
