import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestService, type TestService } from '../support/api.ts';

const PHRASE = 'a phrase that stands nowhere else 7f3a';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ AFFIANT_SWEEP_SECONDS: '1' });
});
afterAll(() => service?.close());

const upload = async (text: string, fields: Record<string, unknown> = {}): Promise<string> => {
  const file = { base64: Buffer.from(text).toString('base64'), filename: 'note.txt' };
  const answer = await service.call('/v1/extract?sync=true', { method: 'POST', json: { file, ...fields } });
  expect(answer.status).toBe(200);
  return answer.body['bundle_id'] as string;
};
const post = (path: string, json: unknown) => service.call(path, { method: 'POST', json });
const get = (path: string) => service.call(path);
const remove = (path: string) => service.call(path, { method: 'DELETE' });

/** Files of the data folder that hold this text. */
const filesWith = (text: string): string[] =>
  readdirSync(service.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));

describe('custody over REST', () => {
  it('is recorded, handed over, verified and shown', async () => {
    const id = await upload('The fee is 12 a month.');
    const base = `/v1/extract/${id}`;
    const step = await post(`${base}/provenance`, { agent_id: 'a', action: 'qa', query: 'Fee?' });
    expect(step.status).toBe(201);
    const handoff = await post(`${base}/handoff`, { from_agent: 'a', to_agent: 'b', note: 'yours' });
    expect(handoff.status).toBe(201);
    const acceptance = { accept: handoff.body['handoff_id'], agent_id: 'b' };
    expect(await post(`${base}/handoff`, acceptance)).toMatchObject({
      status: 409,
      body: { code: 'VERIFY_FIRST' },
    });
    const verified = await get(`${base}/verify?agent_id=b`);
    expect(verified).toMatchObject({ status: 200, body: { verified: true, receipt: { agent_id: 'b' } } });
    const checks = verified.body['checks'] as { id: string; status: string }[];
    expect(checks.find(({ id: name }) => name === 'custody_chain')).toMatchObject({ status: 'pass' });
    expect(await post(`${base}/handoff`, acceptance)).toMatchObject({
      status: 201,
      body: { accepted: true },
    });
    const chain = await get(`${base}/chain`);
    expect(chain.body['handoffs']).toMatchObject([
      { to_agent: 'b', note: 'yours', accepted_at: expect.any(String) },
    ]);
    const { receipts } = (await get(`${base}/receipts`)).body as { receipts: { receipt_id: string }[] };
    expect(receipts).toHaveLength(4);
    for (const { receipt_id } of receipts) {
      const verdict = await service.call(`/v1/extract/receipts/${receipt_id}/verify`, { key: null });
      expect(verdict).toMatchObject({ status: 200, body: { valid: true, manifest_matches_current: true } });
    }
  });

  it('fails the check custody_chain when a line of the file is another one', async () => {
    const id = await upload('Damaged custody.');
    await post(`/v1/extract/${id}/provenance`, { action: 'read' });
    const path = join(service.dataDir, 'bundles', id, 'seals', 'custody.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace('read', 'rear'));
    const verified: Answer = await get(`/v1/extract/${id}/verify`);
    const checks = verified.body['checks'] as { id: string; status: string }[];
    expect(checks.find(({ id: name }) => name === 'custody_chain')).toMatchObject({ status: 'fail' });
    expect(verified.status).toBe(409);
  });
});

describe('deletion over REST', () => {
  it('is held, then leaves a tombstone and no word of the document', async () => {
    const id = await upload(`# ${PHRASE}\n\n${PHRASE}`, { legal_hold: true });
    const base = `/v1/extract/${id}`;
    expect((await get(base)).body).toMatchObject({ legal_hold: true });
    await post(`${base}/provenance`, { action: 'read', result_summary: PHRASE });
    expect(await remove(base)).toMatchObject({ status: 409, body: { code: 'LEGAL_HOLD' } });
    expect((await remove(`${base}/hold`)).body).toMatchObject({
      legal_hold: false,
      record: { type: 'release' },
    });
    expect(filesWith(PHRASE)).not.toEqual([]);
    const deleted = await remove(base);
    expect(deleted).toMatchObject({ status: 200, body: { deleted: true, purged_at: expect.any(String) } });
    const { tombstone_id } = deleted.body;
    for (const path of [
      base,
      `${base}/manifest`,
      `${base}/download`,
      `${base}/verify`,
      `${base}/provenance`,
      `${base}/history`,
    ])
      expect(await get(path), path).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', tombstone_id } });
    expect(await remove(base)).toMatchObject({ status: 404, body: { tombstone_id } });
    expect(filesWith(PHRASE)).toEqual([]);
  });

  it('is due so many days after the bundle was created', async () => {
    const id = await upload('Kept for a day.', { retention_days: 1 });
    const { retention_until, created_at } = (await get(`/v1/extract/${id}`)).body as Record<string, string>;
    expect(Date.parse(retention_until!) - Date.parse(created_at!)).toBe(86_400_000);
  });
});
