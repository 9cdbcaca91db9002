import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment as wrapV2, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';
import { createSigner, wrapFetchWithPayment as wrapV1 } from 'x402-fetch';

/** Keys of anvil's well-known mnemonic: worth nothing. */
export const KEYS = {
  settler: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  minter: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  payer: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  other: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
} as const;

export const PAYER = privateKeyToAccount(KEYS.payer);
export const OTHER = privateKeyToAccount(KEYS.other);
/** Who is paid. */
export const PAY_TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

type Key = `0x${string}`;

/** x402-fetch 1.2.0 as its users have it. */
export const payByV1 = async (key: Key = KEYS.payer): Promise<typeof fetch> =>
  wrapV1(fetch, await createSigner('base-sepolia', key)) as typeof fetch;

/** The client behind @x402/fetch 2.27.0, default settings. */
export function clientV2(key: Key = KEYS.payer): x402Client {
  const client = new x402Client();
  registerExactEvmScheme(client, { signer: privateKeyToAccount(key) });
  return client;
}

/** @x402/fetch 2.27.0 as its users have it. */
export const payByV2 = (key: Key = KEYS.payer): typeof fetch => wrapV2(fetch, clientV2(key)) as typeof fetch;

/** Both, by name. */
export const CLIENTS = [
  { name: 'x402-fetch 1.2.0', pay: payByV1 },
  { name: '@x402/fetch 2.27.0', pay: async (key?: Key) => payByV2(key) },
] as const;

type Init = RequestInit & { readonly headers?: Record<string, string> };

/** Have the client of version 2 sign for a call, and give its header instead of sending it. */
export async function signPayment(url: string, init: Init = {}, key: Key = KEYS.payer): Promise<string> {
  let header = '';
  const catching: typeof fetch = async (input, options) => {
    const request = new Request(input, options);
    header = request.headers.get('payment-signature') ?? '';
    return header ? new Response('{}') : fetch(request);
  };
  await wrapV2(catching, clientV2(key))(url, init);
  if (!header) throw new Error('nothing was asked to be paid');
  return header;
}

/** The payload in a header. */
export const decodePayment = (header: string) =>
  JSON.parse(Buffer.from(header, 'base64').toString()) as {
    x402Version: number;
    payload: { signature: string; authorization: Record<string, string> };
    [member: string]: unknown;
  };

export const encodePayment = (payload: unknown): string =>
  Buffer.from(JSON.stringify(payload)).toString('base64');
