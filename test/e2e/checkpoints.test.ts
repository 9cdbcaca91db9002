import { execFile } from 'node:child_process';
import { createHash, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/core/bytes.ts';
import { verifyLogProof } from '../../src/domain/checkpoint/log-proof.ts';
import { impliedRoots } from '../../src/domain/merkle/consistency.ts';
import { parseNoteKey } from '../../src/domain/note/note-key.ts';
import { type Json, startTestService, type TestService } from '../support/api.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function capture(text: string): Promise<string> {
  const file = { base64: Buffer.from(text).toString('base64'), filename: 'a.txt' };
  const { body } = await service.call('/v1/extract?sync=true', { json: { file } });
  return String(body['bundle_id']);
}

it('a bundle is proved to stand in the log, from the moment a checkpoint covers it', async () => {
  const bundle = await capture('First.');
  const early = await service.call(`/v1/checkpoints/proof?bundle_id=${bundle}`);
  expect([early.status, early.body['code']]).toEqual([409, 'NOT_IN_CHECKPOINT']);
  const made = await service.call('/v1/checkpoints', { json: {} });
  // The first entry is about the signing key.
  expect([made.status, made.body['tree_size']]).toEqual([201, 2]);
  const again = await service.call('/v1/checkpoints', { json: {} });
  expect([again.status, again.body['checkpoint_id']]).toEqual([200, made.body['checkpoint_id']]);
  expect(
    (await service.call(`/v1/checkpoints/${made.body['checkpoint_id']}`, { key: null })).body,
  ).toMatchObject({ root_hash: made.body['root_hash'] });
  const proof = await service.call(`/v1/checkpoints/proof?bundle_id=${bundle}`);
  expect(proof.body).toMatchObject({ leaf_index: 1, tree_size: 2, entry: expect.stringContaining(bundle) });
  const byHash = await service.call(`/v1/checkpoints/proof?leaf_hash=${proof.body['leaf_hash']}`, {
    key: null,
  });
  expect(byHash.body['entry']).toBe(proof.body['entry']);
});

it('the archive carries its log proof, which verifies with the published key of the log alone', async () => {
  const bundle = await capture('Second.');
  await service.call('/v1/checkpoints', { json: {} });
  const response = await fetch(`${service.baseUrl}/v1/extract/${bundle}/download`, {
    headers: { 'x-api-key': service.env['AFFIANT_BOOTSTRAP_API_KEY'] ?? '' },
  });
  const folder = await mkdtemp(join(tmpdir(), 'affiant-log-'));
  await writeFile(join(folder, 'a.zip'), new Uint8Array(await response.arrayBuffer()));
  const { stdout: text } = await promisify(execFile)('unzip', [
    '-p',
    join(folder, 'a.zip'),
    'seals/log-proof.txt',
  ]);
  await rm(folder, { recursive: true });
  const { body: keys } = await service.call<{ log: { vkey: string; origin: string } }>('/v1/keys', {
    key: null,
  });
  const { body: proof } = await service.call(`/v1/checkpoints/proof?bundle_id=${bundle}`);
  const verdict = verifyLogProof(text, String(proof['entry']), {
    log: parseNoteKey(keys.log.vkey),
    witnesses: [],
  });
  expect(verdict).toMatchObject({ isSigned: true, isIncluded: true });
});

it('a checkpoint verifies by the words of the format alone, with OpenSSL and no code of ours', async () => {
  await capture('Independent.');
  const { body: checkpoint } = await service.call('/v1/checkpoints', { json: {} });
  const { body: key } = await service.call('/v1/checkpoints/public-key', { key: null });
  const [text = '', signatures = ''] = String(checkpoint['note']).split('\n\n');
  const signed = Buffer.from(`${text}\n`);
  expect(text.split('\n')).toEqual([
    key['origin'],
    String(checkpoint['tree_size']),
    Buffer.from(String(checkpoint['root_hash']), 'hex').toString('base64'),
  ]);
  const [line = ''] = signatures.split('\n');
  expect(line.startsWith(`\u2014 ${key['origin']} `)).toBe(true);
  const blob = Buffer.from(line.split(' ')[2] ?? '', 'base64');
  // Key id: the first 4 bytes of SHA-256(name, LF, algorithm 1, public key).
  const named = [Buffer.from(`${key['origin']}\n\x01`), Buffer.from(String(key['public_key']), 'base64')];
  const keyId = createHash('sha256').update(Buffer.concat(named)).digest().subarray(0, 4);
  expect(blob.subarray(0, 4)).toEqual(keyId);
  expect(verify(null, signed, String(key['pem']), blob.subarray(4))).toBe(true);
  expect(verify(null, Buffer.concat([signed, Buffer.from('x')]), String(key['pem']), blob.subarray(4))).toBe(
    false,
  );
});

it('the log only grew between two checkpoints', async () => {
  const { body: first } = await service.call('/v1/checkpoints', { json: {} });
  for (const text of ['a', 'b', 'c']) await capture(text);
  const { body: second } = await service.call('/v1/checkpoints', { json: {} });
  const { body } = await service.call<Json & { consistency_path: string[] }>(
    `/v1/checkpoints/consistency?from=${first['checkpoint_id']}&to=${second['checkpoint_id']}`,
    { key: null },
  );
  expect(body).toMatchObject({ from_root: first['root_hash'], to_root: second['root_hash'] });
  const path = body.consistency_path.map(fromHex);
  const roots = impliedRoots(fromHex(String(body['from_root'])), {
    oldSize: Number(body['from_size']),
    newSize: Number(body['to_size']),
    path,
  });
  expect([toHex(roots.oldRoot), toHex(roots.newRoot)]).toEqual([body['from_root'], body['to_root']]);
});
