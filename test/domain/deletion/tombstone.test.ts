import { createHash } from 'node:crypto';
import { recoverMessageAddress } from 'viem';
import { expect, it } from 'vitest';
import { fromUtf8, utf8 } from '../../../src/core/bytes.ts';
import {
  encodeTombstone,
  parseTombstone,
  signerOfTombstone,
  signTombstone,
  type Tombstone,
} from '../../../src/domain/deletion/tombstone.ts';
import { createLocalSigner } from '../../../src/domain/signing/local-signer.ts';
import { GOLDEN_KEY, GOLDEN_KEY_RECORD, GOLDEN_SIGNER } from '../../golden/golden-bundle.ts';

const made = (): Promise<Tombstone> =>
  signTombstone(
    {
      tombstone_id: 'tomb_01JD0000000000000000000000',
      bundle_id: 'ev_01JD0000000000000000000000',
      manifest_sha256: 'ab'.repeat(32),
      deleted_at: '2026-03-01T00:00:00.000Z',
      reason: 'owner_request',
      log_index: 7,
    },
    createLocalSigner({ privateKey: GOLDEN_KEY, keyId: GOLDEN_KEY_RECORD.key_id }),
  );

it('is canonical JSON whose signature any wallet checks', async () => {
  const text = fromUtf8(encodeTombstone(await made()));
  const { signature, ...unsigned } = JSON.parse(text);
  const digest = createHash('sha256').update(JSON.stringify(unsigned)).digest('hex');
  expect(Object.keys(unsigned)).toEqual(Object.keys(unsigned).sort());
  const message = `affiant-tombstone/v1\n${digest}`;
  expect(await recoverMessageAddress({ message, signature })).toBe(GOLDEN_SIGNER);
});

it('survives being written and read', async () => {
  const tombstone = await made();
  const read = parseTombstone(encodeTombstone(tombstone));
  expect(read).toEqual(tombstone);
  expect(signerOfTombstone(read)).toBe(GOLDEN_SIGNER);
});

it.each(['deleted_at', 'log_index', 'manifest_sha256', 'signer_address'] as const)(
  'has no signer once its %s is another one',
  async (member) => {
    const other = {
      deleted_at: '2026-03-02T00:00:00.000Z',
      log_index: 8,
      manifest_sha256: 'cd'.repeat(32),
      signer_address: `0x${'1'.repeat(40)}`,
    };
    expect(signerOfTombstone({ ...(await made()), [member]: other[member] })).toBeNull();
  },
);

it('is refused when it is none of version 1', () => {
  expect(() => parseTombstone(utf8('{"schema":"affiant-tombstone/v2"}'))).toThrow();
});
