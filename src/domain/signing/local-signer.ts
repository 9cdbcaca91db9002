import type { Signer } from './port.ts';
import { addressOfPrivateKey, signPersonalMessage } from './private-key.ts';

/** A {@link Signer} over a private key held in memory. */
export function createLocalSigner({ privateKey, keyId }: { privateKey: Uint8Array; keyId: string }): Signer {
  const signerAddress = addressOfPrivateKey(privateKey);
  return {
    sign: async (text) => ({ keyId, signerAddress, signature: signPersonalMessage(text, privateKey) }),
  };
}
