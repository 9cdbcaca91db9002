import { existsSync, readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { recoverMessageAddress, verifyMessage } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex, utf8 } from '../../../src/core/bytes.ts';
import { parseAddress, toChecksumAddress } from '../../../src/domain/signing/address.ts';
import { buildKeyList, encodeKeyList, parseKeyList } from '../../../src/domain/signing/key-list.ts';
import { createLocalSigner } from '../../../src/domain/signing/local-signer.ts';
import {
  addressOfPrivateKey,
  generatePrivateKey,
  parsePrivateKey,
  signPersonalMessage,
} from '../../../src/domain/signing/private-key.ts';
import { recoverSigner } from '../../../src/domain/signing/recover.ts';
import {
  buildSignatureFile,
  encodeSignatureFile,
  parseSignatureFile,
} from '../../../src/domain/signing/signature.ts';
import { statementText } from '../../../src/domain/signing/statement.ts';
import eip55 from '../../vectors/eth/eip55.json' with { type: 'json' };
import eip191 from '../../vectors/eth/eip191.json' with { type: 'json' };

const privateKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => secp256k1.utils.isValidSecretKey(key));

describe('addresses', () => {
  it('are spelled as EIP-55 publishes them', () => {
    expect(eip55.map((address) => toChecksumAddress(address.toLowerCase()))).toEqual(eip55);
  });

  it('are read in one case, or in mixed case with the right checksum', () => {
    const address = eip55[4]!;
    expect([address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`].map(parseAddress)).toEqual(
      [address, address, address],
    );
    expect(parseAddress(address.replace('aA', 'AA'))).toBeNull();
    expect(parseAddress(address.slice(0, -1))).toBeNull();
    expect(parseAddress('vitalik.eth')).toBeNull();
  });
});

describe('EIP-191 signatures', () => {
  const cases = [...eip191.cases];
  const extra = new URL('../../../../shared/corpus/vectors/eth/eip191.json', import.meta.url);
  if (existsSync(extra)) cases.push(...JSON.parse(readFileSync(extra, 'utf8')).cases);

  it('are the published ones', () => {
    for (const { key, message_hex, signature, address } of cases) {
      const message = fromHex(message_hex.slice(2));
      expect(signPersonalMessage(message, fromHex(key))).toBe(signature);
      expect(recoverSigner(message, signature)).toBe(addressOfPrivateKey(fromHex(key)));
      if (address) expect(addressOfPrivateKey(fromHex(key)).toLowerCase()).toBe(address);
    }
  });

  it('agree with viem in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(privateKey, fc.string({ unit: 'grapheme' }), async (key, text) => {
        const account = privateKeyToAccount(`0x${toHex(key)}`);
        const signature = signPersonalMessage(text, key);
        expect(addressOfPrivateKey(key)).toBe(account.address);
        expect(await recoverMessageAddress({ message: text, signature })).toBe(account.address);
        expect(recoverSigner(text, await account.signMessage({ message: text }))).toBe(account.address);
      }),
      { numRuns: 25 },
    );
  });

  it('in their second, malleated form are refused, although viem takes them', async () => {
    const { key, message_hex, signature } = eip191.cases[0]!;
    const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${signature.slice(66, 130)}`);
    const malleated =
      `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}` as const;
    const address = addressOfPrivateKey(fromHex(key)) as `0x${string}`;
    expect(
      await verifyMessage({
        address,
        message: { raw: message_hex as `0x${string}` },
        signature: malleated as `0x${string}`,
      }),
    ).toBe(true);
    expect(recoverSigner(fromHex(message_hex.slice(2)), malleated)).toBeNull();
  });

  it.each([
    '',
    '0x',
    `0x${'00'.repeat(65)}`,
    `0x${'00'.repeat(64)}1b`,
    `0x${'ff'.repeat(64)}1b`,
    `0x${'11'.repeat(64)}00`,
  ])('of the form %s recover nobody', (signature) => {
    expect(recoverSigner('text', signature)).toBeNull();
  });
});

describe('a local signer', () => {
  it('names its key and signs so that its address is recovered', async () => {
    const key = generatePrivateKey();
    const made = await createLocalSigner({ privateKey: key, keyId: 'key_1' }).sign('text');
    expect(made).toMatchObject({ keyId: 'key_1', signerAddress: addressOfPrivateKey(key) });
    expect(recoverSigner('text', made.signature)).toBe(made.signerAddress);
  });
});

describe('a private key in hex', () => {
  it('is read with and without 0x', () => {
    const hex = toHex(generatePrivateKey());
    expect(toHex(parsePrivateKey(`0x${hex}\n`))).toBe(hex);
    expect(toHex(parsePrivateKey(hex))).toBe(hex);
  });

  it.each(['', '00'.repeat(32), 'ff'.repeat(32), 'xyz'])('is refused, without repeating it: %s', (text) => {
    expect(() => parsePrivateKey(text)).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
  });
});

const core = { bundleId: 'ev_01JD0000000000000000000000', manifestSha256: 'ab'.repeat(32) };

describe('signature.json', () => {
  const made = { keyId: 'key_1', signerAddress: eip55[4]!, signature: `0x${'11'.repeat(64)}1b` } as const;
  const file = buildSignatureFile(core, made, '2026-01-02T03:04:05.678Z');

  it('reads back as it was written', () => {
    expect(parseSignatureFile(encodeSignatureFile(file))).toEqual(file);
  });

  it.each([
    ['no signature', { ...file, signatures: [] }],
    ['another version', { ...file, schema: 'affiant-signature/v2' }],
    [
      'a time without milliseconds',
      { ...file, signatures: [{ ...file.signatures[0]!, signed_at: '2026-01-02T03:04:05Z' }] },
    ],
  ])('is refused with %s', (_, changed) => {
    expect(() => parseSignatureFile(utf8(JSON.stringify(changed)))).toThrow(
      expect.objectContaining({ code: 'ARTIFACT_TAMPERED' }),
    );
  });
});

it('the signed text is three lines without a newline at the end', () => {
  expect(statementText(core)).toBe(
    `affiant-evidence/v1\nbundle: ev_01JD0000000000000000000000\nmanifest-sha256: ${'ab'.repeat(32)}`,
  );
});

it('a key list reads back as it was written', () => {
  const key = {
    key_id: 'key_1',
    algorithm: 'secp256k1-eip191',
    signer_address: eip55[4]!,
    created_at: '2026-01-02T03:04:05.678Z',
    retired_at: null,
    revoked_at: null,
  } as const;
  expect(parseKeyList(encodeKeyList(buildKeyList([key], null)))).toEqual([key]);
  expect(() => parseKeyList(utf8('{"schema":"affiant-keys/v1","keys":[{}]}'))).toThrow();
});
