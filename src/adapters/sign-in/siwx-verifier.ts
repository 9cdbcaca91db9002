import type { SignInVerifier } from '../../domain/sign-in/port.ts';

/** `0x` and r, s, v. */
const PLAIN_SIGNATURE_CHARACTERS = 2 + 2 * 65;

/**
 * Signatures of plain accounts, recovered without a network. The extension's code writes the very text that its
 * clients sign, and is loaded at the first sign-in: a fifth of a second that no start pays for.
 */
export const siwxVerifier: SignInVerifier = {
  async verify(message) {
    if (message.signature.length !== PLAIN_SIGNATURE_CHARACTERS) return 'unsupported';
    const { verifySIWxSignature } = await import('@x402/extensions/sign-in-with-x');
    try {
      const { isValid } = await verifySIWxSignature(message);
      return isValid ? 'valid' : 'invalid';
    } catch {
      // Fields that fit no EIP-4361 message, e.g. a line break in the statement.
      return 'invalid';
    }
  },
};
