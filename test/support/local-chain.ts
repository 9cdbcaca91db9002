import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { freePort } from './service-process.ts';

/** A chain of our own on loopback, as a node serves it. */
export interface LocalChain {
  readonly rpcUrl: string;
  /** Put a contract's code at an address. */
  setCode(address: string, code: string): Promise<void>;
  stop(): Promise<void>;
}

/** Start anvil. @throws Error when it does not answer. */
export async function startLocalChain(chainId: number): Promise<LocalChain> {
  const port = await freePort();
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--silent'];
  const child = spawn(anvilBinary(), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const rpcUrl = `http://127.0.0.1:${port}`;
  const request = async (method: string, params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return answer.ok;
  };
  const deadline = Date.now() + 20_000;
  while (!(await request('eth_chainId', []).catch(() => false))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('anvil does not answer');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    rpcUrl,
    async setCode(address, code) {
      await request('anvil_setCode', [address, code]);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The program of this platform, without the package's own script that looks for it. */
function anvilBinary(): string {
  const require = createRequire(import.meta.url);
  const from = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
  const processor = process.arch === 'x64' ? 'amd64' : process.arch;
  return from.resolve(`@foundry-rs/anvil-${process.platform}-${processor}/bin/anvil`);
}
