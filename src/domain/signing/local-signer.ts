import type { Signer } from './port.ts';
import { addressOfPrivateKey, signPersonalMessage } from './private-key.ts';

/** A {@link Signer} over a private key held in memory. */
export function createLocalSigner({ privateKey, keyId }: { privateKey: Uint8Array; keyId: string }): Signer {
  const identity = { keyId, signerAddress: addressOfPrivateKey(privateKey) };
  return {
    async sign(text) {
      const said = typeof text === 'string' ? text : text(identity);
      return { ...identity, signature: signPersonalMessage(said, privateKey) };
    },
  };
}
