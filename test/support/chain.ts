import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  type PublicClient,
  parseAbi,
  type TestClient,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { PAYMENT_NETWORKS } from '../../src/domain/x402/network.ts';
import { freePort } from './faces.ts';
import { KEYS, OTHER, PAYER } from './wallets.ts';

/** USDC of the test network, at its real address. */
export const TOKEN = PAYMENT_NETWORKS['eip155:84532'].asset.address;
export const TOKEN_ABI = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
const { runtime } = JSON.parse(
  readFileSync(new URL('../fixtures/contracts/test-token.json', import.meta.url), 'utf8'),
) as { runtime: { token: `0x${string}`; multicall3: `0x${string}` } };

/** A chain of its own with the id of Base Sepolia, the token and funded wallets. */
export interface TestChain {
  readonly rpcUrl: string;
  readonly client: PublicClient;
  readonly control: TestClient;
  balanceOf(address: string): Promise<bigint>;
  /** Move all that a wallet of the tests has to nobody's use. */
  drain(key: `0x${string}`): Promise<void>;
  /** Give a wallet so much of the token. */
  mint(address: string, value: bigint): Promise<void>;
  /** Send a call of the token from the settler's account. */
  send(
    functionName: 'mint' | 'transfer' | 'transferWithAuthorization',
    args: readonly unknown[],
    key?: `0x${string}`,
  ): Promise<`0x${string}`>;
  stop(): Promise<void>;
}

/** Start anvil. Its platform binary is spawned, so that stopping reaches the process itself. */
export async function startChain(): Promise<TestChain> {
  const port = await freePort();
  const rpcUrl = `http://127.0.0.1:${port}`;
  const child = spawn(
    anvilPath(),
    ['--host', '127.0.0.1', '--port', String(port), '--chain-id', '84532', '--silent'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const chain = { ...baseSepolia, rpcUrls: { default: { http: [rpcUrl] } } };
  const transport = http(rpcUrl);
  const client = createPublicClient({ chain, transport, pollingInterval: 20 }) as PublicClient;
  const control = createTestClient({ mode: 'anvil', chain, transport });
  await untilUp(client, child);
  await control.setCode({ address: TOKEN, bytecode: runtime.token });
  await control.setCode({ address: MULTICALL3, bytecode: runtime.multicall3 });
  const send: TestChain['send'] = async (functionName, args, key = KEYS.minter) => {
    const wallet = createWalletClient({ account: privateKeyToAccount(key), chain, transport });
    // biome-ignore lint/suspicious/noExplicitAny: one helper for three functions of the token.
    const hash = await wallet.writeContract({ address: TOKEN, abi: TOKEN_ABI, functionName, args } as any);
    await client.waitForTransactionReceipt({ hash });
    return hash;
  };
  const balanceOf = (address: string) =>
    client.readContract({
      address: TOKEN,
      abi: TOKEN_ABI,
      functionName: 'balanceOf',
      args: [address as `0x${string}`],
    });
  const mint = async (address: string, value: bigint) => void (await send('mint', [address, value]));
  for (const { address } of [PAYER, OTHER]) await mint(address, 100_000_000n);
  return {
    rpcUrl,
    client,
    control,
    balanceOf,
    mint,
    send,
    async drain(key) {
      const { address } = privateKeyToAccount(key);
      await send('transfer', [MULTICALL3, await balanceOf(address)], key);
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function anvilPath(): string {
  const require = createRequire(import.meta.url);
  const own = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
  const processor = process.arch === 'x64' ? 'amd64' : process.arch;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return own.resolve(`@foundry-rs/anvil-${process.platform}-${processor}/bin/anvil${suffix}`);
}

async function untilUp(client: PublicClient, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`anvil ended with ${child.exitCode}`);
    if (await client.getChainId().catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
