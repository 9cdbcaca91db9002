import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../src/composition/configuration.ts';
import { openFacilitator } from '../../src/composition/facilitator.ts';
import type { GuardedFetcher } from '../../src/domain/egress/port.ts';
import { KEYS, PAY_TO } from '../support/wallets.ts';

const fetcher: GuardedFetcher = { fetch: () => Promise.reject(new Error('not asked')) };
const open = (env: Record<string, string>) =>
  openFacilitator({ configuration: readConfiguration({ AFFIANT_X402_PAY_TO: PAY_TO, ...env }), fetcher });

const MAINNET = { AFFIANT_X402_NETWORK: 'eip155:8453' };
const RPC = { AFFIANT_EVM_RPC_URL: 'http://127.0.0.1:1' };

describe('the facilitator', () => {
  it('is the mock on the test network, unless another one is named', async () => {
    expect(await open({})).toMatchObject({ choice: 'mock', ledger: { isIndependent: false } });
    const url = 'https://facilitator.example';
    expect(await open({ AFFIANT_X402_FACILITATOR: url, ...RPC })).toMatchObject({
      choice: url,
      ledger: { isIndependent: true },
    });
    const self = { AFFIANT_X402_FACILITATOR: 'self', AFFIANT_SETTLER_PRIVATE_KEY: KEYS.settler };
    expect(await open({ ...self, ...RPC })).toMatchObject({ choice: 'self' });
  });

  it.each([
    ['none on mainnet', MAINNET, 'AFFIANT_X402_FACILITATOR'],
    ['the mock on mainnet', { ...MAINNET, AFFIANT_X402_FACILITATOR: 'mock' }, 'AFFIANT_X402_FACILITATOR'],
    ['something else', { AFFIANT_X402_FACILITATOR: 'ours', ...RPC }, 'AFFIANT_X402_FACILITATOR'],
    [
      'a remote one on mainnet without a node',
      { ...MAINNET, AFFIANT_X402_FACILITATOR: 'https://f.example' },
      'AFFIANT_EVM_RPC_URL',
    ],
    ['self without a node', { AFFIANT_X402_FACILITATOR: 'self' }, 'AFFIANT_EVM_RPC_URL'],
    ['self without a key', { AFFIANT_X402_FACILITATOR: 'self', ...RPC }, 'AFFIANT_SETTLER_PRIVATE_KEY'],
  ])('%s stops the start and names the setting', async (_what, env, name) => {
    await expect(open(env)).rejects.toThrow(name);
  });
});
