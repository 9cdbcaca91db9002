import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator';
import { createWalletClient, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { KEYS } from './wallets.ts';

type Operation = 'verify' | 'settle';

/** What a fault sees of a request. */
export interface FacilitatorRequest {
  readonly operation: Operation;
  /** How often this operation was asked for since the fault was set, from 1. */
  readonly turn: number;
  readonly res: ServerResponse;
  /** What a good facilitator answers: it has done it then. */
  readonly good: () => Promise<Record<string, unknown>>;
}

/** A facilitator over HTTP that can be made to misbehave. */
export interface TestFacilitator {
  readonly url: string;
  /** Answers instead of the good one; returns false to let the good one answer. */
  setFault(fault: ((request: FacilitatorRequest) => Promise<boolean>) | null): void;
  /** How often each operation was asked for. */
  readonly asked: Record<Operation, number>;
  stop(): Promise<void>;
}

/** The code that public facilitators run, over HTTP on loopback. */
export async function startFacilitator(rpcUrl: string): Promise<TestFacilitator> {
  const facilitator = createFacilitator(rpcUrl);
  const asked = { verify: 0, settle: 0 };
  let turns = { verify: 0, settle: 0 };
  let fault: Parameters<TestFacilitator['setFault']>[0] = null;
  const server = createServer(async (req, res) => {
    res.setHeader('content-type', 'application/json');
    if (req.url === '/supported') return void res.end(JSON.stringify(facilitator.getSupported()));
    const operation = req.url?.slice(1) as Operation;
    const { paymentPayload, paymentRequirements } = JSON.parse(await text(req));
    asked[operation] += 1;
    turns[operation] += 1;
    const good = async () => ({ ...(await facilitator[operation](paymentPayload, paymentRequirements)) });
    const isDone = await fault?.({ operation, turn: turns[operation], res, good });
    if (!isDone) res.end(JSON.stringify(await good()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    setFault(next) {
      fault = next;
      turns = { verify: 0, settle: 0 };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function createFacilitator(rpcUrl: string): x402Facilitator {
  const client = createWalletClient({
    account: privateKeyToAccount(KEYS.settler),
    chain: { ...baseSepolia, rpcUrls: { default: { http: [rpcUrl] } } },
    transport: http(rpcUrl),
    pollingInterval: 20,
  }).extend(publicActions);
  const facilitator = new x402Facilitator();
  const signer = toFacilitatorEvmSigner({
    ...client,
    address: client.account.address,
  } as unknown as Parameters<typeof toFacilitatorEvmSigner>[0]);
  registerExactEvmScheme(facilitator, { signer, networks: 'eip155:84532' });
  return facilitator;
}
