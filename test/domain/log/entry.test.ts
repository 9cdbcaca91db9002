import { expect, it } from 'vitest';
import { bundleEntry, bundleEventEntry, keyEntry, monitorEpochEntry } from '../../../src/domain/log/entry.ts';

const bundle = { bundleId: 'ev_01JD0000000000000000000000', manifestSha256: 'aa'.repeat(32) };
const at = '2026-01-02T03:04:05.678Z';

it('entries are the canonical JSON that the format shows', () => {
  expect(bundleEntry({ ...bundle, signatureSha256: 'bb'.repeat(32) })).toBe(
    `{"id":"ev_01JD0000000000000000000000","manifest_sha256":"${'aa'.repeat(32)}","signature_sha256":"${'bb'.repeat(32)}","t":"bundle","v":1}`,
  );
  expect(bundleEventEntry('tombstone', bundle, at)).toBe(
    `{"at":"${at}","id":"ev_01JD0000000000000000000000","manifest_sha256":"${'aa'.repeat(32)}","t":"tombstone","v":1}`,
  );
  expect(keyEntry({ keyId: 'key_1', signerAddress: '0x00', event: 'created', at })).toBe(
    `{"at":"${at}","event":"created","key_id":"key_1","signer_address":"0x00","t":"key","v":1}`,
  );
  expect(
    monitorEpochEntry({
      monitorSha256: 'cc'.repeat(32),
      epoch: '2026-01-02',
      count: 3,
      root: 'dd'.repeat(32),
    }),
  ).toBe(
    `{"count":3,"epoch":"2026-01-02","monitor_sha256":"${'cc'.repeat(32)}","root":"${'dd'.repeat(32)}","t":"monitor-epoch","v":1}`,
  );
});
