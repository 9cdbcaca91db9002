import { concatHex, getContractAddress, serializeErc6492Signature } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedFetcher } from '../../../src/adapters/egress/guarded-fetch.ts';
import { createWalletCheck } from '../../../src/adapters/sign-in/contract-wallet.ts';
import { createSiwxVerifier } from '../../../src/adapters/sign-in/siwx-verifier.ts';
import { parseAllowedNetworks } from '../../../src/domain/egress/allowed-networks.ts';
import type { SignInMessage } from '../../../src/domain/sign-in/message.ts';
import { PAYMENT_NETWORKS } from '../../../src/domain/x402/network.ts';
import { startChain, type TestChain } from '../../support/chain.ts';
import { ALICE, createTestSignIns, NETWORK, signedPayload } from '../../support/sign-in.ts';

const BASE_URL = 'http://127.0.0.1:8402';
const WILLING = `0x${'A'.repeat(40)}` as const;
const UNWILLING = `0x${'b'.repeat(40)}` as const;
/** Answers every call with the magic value of EIP-1271, and with zeros. */
const YES = '0x631626ba7e60e01b60005260206000f3';
const NO = '0x60206000f3';
/** Deploys `YES`. @see https://eips.ethereum.org/EIPS/eip-1014 */
const DEPLOYS_YES = `0x6f${YES.slice(2)}60005260106010f3` as const;
/** The deployment proxy that anvil has, and its argument: a salt of 32 bytes before the code. */
const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const SALT = `0x${'00'.repeat(32)}` as const;

const fetcher = createGuardedFetcher({ networks: parseAllowedNetworks('127.0.0.0/8') });
const verifierAt = (rpcUrl: string, network: keyof typeof PAYMENT_NETWORKS = NETWORK) =>
  createSiwxVerifier(createWalletCheck({ rpcUrl, network: PAYMENT_NETWORKS[network], fetcher }));

/** What a wallet at `address` sends: Alice signs for it. */
async function messageOf(address: string, signature?: string): Promise<SignInMessage> {
  const challenge = createTestSignIns(BASE_URL).service.challenge();
  const payload = await signedPayload(challenge, ALICE, BASE_URL);
  return { ...payload, version: '1', address, signature: signature ?? payload.signature };
}

let chain: TestChain;
beforeAll(async () => {
  chain = await startChain();
  await chain.control.setCode({ address: WILLING, bytecode: YES });
  await chain.control.setCode({ address: UNWILLING, bytecode: NO });
});
afterAll(() => chain?.stop());

describe('with a node', () => {
  it('a deployed contract wallet decides about its signatures (EIP-1271)', async () => {
    const verifier = verifierAt(chain.rpcUrl);
    expect(await verifier.verify(await messageOf(WILLING))).toBe('valid');
    expect(await verifier.verify(await messageOf(WILLING, `0x${'ab'.repeat(200)}`))).toBe('valid');
    expect(await verifier.verify(await messageOf(UNWILLING))).toBe('invalid');
    expect(await verifier.verify(await messageOf(`0x${'00'.repeat(19)}99`))).toBe('invalid');
  });

  it('one that is not deployed yet does so too (EIP-6492)', async () => {
    const address = getContractAddress({
      opcode: 'CREATE2',
      from: FACTORY,
      salt: SALT,
      bytecode: DEPLOYS_YES,
    });
    const data = concatHex([SALT, DEPLOYS_YES]);
    const signature = serializeErc6492Signature({ address: FACTORY, data, signature: '0x12' });
    const verifier = verifierAt(chain.rpcUrl);
    expect(await verifier.verify(await messageOf(address, signature))).toBe('valid');
    expect(await verifier.verify(await messageOf(UNWILLING, signature))).toBe('invalid');
    const broken = concatHex(['0x1234', `0x${signature.slice(-64)}`]);
    expect(await verifier.verify(await messageOf(address, broken))).toBe('invalid');
  });

  it('a plain account is decided offline', async () => {
    const nowhere = verifierAt('http://127.0.0.1:9');
    expect(await nowhere.verify(await messageOf(ALICE.address))).toBe('valid');
  });
});

it.each([
  ['cannot be reached', () => verifierAt('http://127.0.0.1:9')],
  ['is of another chain', () => verifierAt(chain.rpcUrl, 'eip155:8453')],
])('decides nothing by a node that %s', async (_case, open) => {
  await expect(open().verify(await messageOf(WILLING))).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
});

it('decides nothing by no node', async () => {
  const verifier = createSiwxVerifier(null);
  expect(await verifier.verify(await messageOf(WILLING))).toBe('invalid');
  expect(await verifier.verify(await messageOf(WILLING, `0x${'ab'.repeat(200)}`))).toBe('unsupported');
});
