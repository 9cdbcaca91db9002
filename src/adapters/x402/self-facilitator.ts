import type { PaymentPayload } from '@x402/core/types';
import { EvidenceError } from '../../core/error.ts';
import { toPayload } from '../../domain/x402/payload.ts';
import type { Facilitator } from '../../domain/x402/port.ts';
import { type ChainOptions, connect } from './chain.ts';
import { claimOf, verificationOf } from './facilitator-answer.ts';

/** Settle with a key of our own, which pays the gas. */
export interface SelfFacilitatorOptions extends ChainOptions {
  /** 32 bytes as hex. */
  readonly privateKey: `0x${string}`;
}

/** A call waits no longer for a block; the settler asks again, and the chain decides. */
const CONFIRMATION_TIMEOUT_MS = 10_000;

/** The facilitator's own code, the same that the public ones run, inside this process. */
export async function createSelfFacilitator(options: SelfFacilitatorOptions): Promise<Facilitator> {
  const [{ x402Facilitator }, { registerExactEvmScheme }] = await Promise.all([
    import('@x402/core/facilitator'),
    import('@x402/evm/exact/facilitator'),
  ]);
  const facilitator = new x402Facilitator();
  const signer = await createSigner(options);
  registerExactEvmScheme(facilitator, { signer, networks: options.network.id as `${string}:${string}` });
  return {
    async verify(order) {
      try {
        const answer = await facilitator.verify(toPayload(order) as PaymentPayload, order.requirements);
        const verification = verificationOf(answer);
        if (verification) return verification;
        throw new Error('the node gave no answer');
      } catch (cause) {
        throw new EvidenceError('FACILITATOR_UNAVAILABLE', undefined, { cause });
      }
    },
    async settle(order) {
      try {
        const answer = await facilitator.settle(toPayload(order) as PaymentPayload, order.requirements);
        return claimOf(answer) ?? { kind: 'unknown', reason: 'malformed' };
      } catch {
        return { kind: 'unknown', reason: 'unexpected_settle_error' };
      }
    },
  };
}

async function createSigner(options: SelfFacilitatorOptions) {
  const [{ createWalletClient, publicActions }, { privateKeyToAccount }, { toFacilitatorEvmSigner }] =
    await Promise.all([import('viem'), import('viem/accounts'), import('@x402/evm')]);
  const { chain, transport } = await connect(options);
  const account = privateKeyToAccount(options.privateKey);
  const client = createWalletClient({ account, chain, transport, pollingInterval: 250 }).extend(
    publicActions,
  );
  const inTurn = oneAfterAnother();
  return toFacilitatorEvmSigner(
    {
      address: account.address,
      readContract: (call) => client.readContract({ ...call, args: call.args ?? [] }),
      verifyTypedData: (call) => client.verifyTypedData(call as Parameters<typeof client.verifyTypedData>[0]),
      getCode: (call) => client.getCode(call),
      writeContract: (call) =>
        inTurn(() => client.writeContract(call as Parameters<typeof client.writeContract>[0])),
      sendTransaction: (call) => inTurn(() => client.sendTransaction(call)),
      waitForTransactionReceipt: (call) => client.waitForTransactionReceipt(call),
    },
    { confirmationTimeoutMs: CONFIRMATION_TIMEOUT_MS },
  );
}

/** One account has one sequence of nonces: its transactions are sent one after another. */
function oneAfterAnother(): <T>(send: () => Promise<T>) => Promise<T> {
  let sent: Promise<unknown> = Promise.resolve();
  return (send) => {
    const turn = sent.then(send);
    sent = turn.catch(() => {});
    return turn;
  };
}
