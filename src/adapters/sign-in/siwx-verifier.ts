import { EvidenceError } from '../../core/error.ts';
import type { SignInMessage } from '../../domain/sign-in/message.ts';
import type { SignInVerifier } from '../../domain/sign-in/port.ts';
import type { WalletCheck } from './contract-wallet.ts';

/** `0x` and r, s, v: what plain accounts sign with. */
const PLAIN_SIGNATURE_CHARACTERS = 2 + 2 * 65;

/**
 * Signatures of plain accounts are recovered without a network; those of contract wallets go to `checkWallet`.
 * The extension's code writes the very text that its clients sign. It is loaded at the first sign-in: a fifth of a
 * second that no start pays for.
 *
 * @param checkWallet null where no node can be asked: `unsupported` then.
 */
export const createSiwxVerifier = (checkWallet: WalletCheck | null): SignInVerifier => ({
  async verify(message) {
    const isPlain = message.signature.length === PLAIN_SIGNATURE_CHARACTERS;
    if (isPlain && (await isSigned(message))) return 'valid';
    if (!checkWallet) return isPlain ? 'invalid' : 'unsupported';
    return (await isSigned(message, checkWallet)) ? 'valid' : 'invalid';
  },
});

/** @throws EvidenceError `CHAIN_UNAVAILABLE` when the wallet could not be asked. */
async function isSigned(message: SignInMessage, evmVerifier?: WalletCheck): Promise<boolean> {
  const { verifySIWxSignature } = await import('@x402/extensions/sign-in-with-x');
  const verdict = await verifySIWxSignature(message, evmVerifier && { evmVerifier }).catch(() => null);
  // No verdict: fields that fit no EIP-4361 message, e.g. a line break in the statement.
  if (!verdict || verdict.isValid) return verdict?.isValid ?? false;
  if (verdict.invalidReason === 'invalid_siwx_verifier_error') throw new EvidenceError('CHAIN_UNAVAILABLE');
  return false;
}
