import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANONYMOUS, type Principal } from '../../../src/domain/account/principal.ts';
import { recoverSigner } from '../../../src/domain/signing/recover.ts';
import type { Tool } from '../../../src/operation/define-tool.ts';
import type { Services } from '../../../src/operation/services.ts';
import bundleDelete from '../../../tools/custody/bundle-delete.ts';
import handoffChain from '../../../tools/custody/handoff-chain.ts';
import handoffRecord from '../../../tools/custody/handoff-record.ts';
import holdPlace from '../../../tools/custody/hold-place.ts';
import holdRelease from '../../../tools/custody/hold-release.ts';
import provenanceAppend from '../../../tools/custody/provenance-append.ts';
import provenanceList from '../../../tools/custody/provenance-list.ts';
import receiptVerify from '../../../tools/custody/receipt-verify.ts';
import receiptsList from '../../../tools/custody/receipts-list.ts';
import { type OpenedCustody, OWNER, openCustody, STRANGER } from '../../support/custody.ts';
import { databaseKinds } from '../../support/databases.ts';

const [embedded] = databaseKinds;
const source = embedded!.prepare();
let opened: OpenedCustody;
beforeAll(async () => {
  opened = await openCustody(await source.open());
});
afterAll(() => opened?.close());

/** Runs a tool as the pipeline does: its input and its output go through their schemas. */
async function call(tool: Tool, input: Record<string, unknown>, principal: Principal = OWNER) {
  const { custody, deletion: deletions } = opened;
  const output = await tool.run(tool.input.parse(input), {
    services: { custody, deletions } as unknown as Services,
    continueAs: () => {},
    principal,
    signal: new AbortController().signal,
    progress: () => {},
    baseUrl: 'http://127.0.0.1',
    attach: () => {},
  });
  return tool.output.parse(output) as Record<string, unknown>;
}

const verify = (bundleId: string, agentId: string) =>
  opened.custody.recordVerification(OWNER, bundleId, {
    agentId,
    outcome: { status: 'verified', level: 1, quick: false },
  });

describe('custody over its tools', () => {
  it('goes from provenance over a handoff to its acceptance, and shows it all', async () => {
    const { bundleId: bundle_id } = await opened.publish();
    const step = await call(provenanceAppend, {
      bundle_id,
      agent_id: 'agent-a',
      action: 'qa',
      query: 'Fee?',
    });
    expect(step).toMatchObject({ agent_id: 'agent-a', action: 'qa', query: 'Fee?', result_summary: null });
    const handoff = await call(handoffRecord, { bundle_id, from_agent: 'agent-a', to_agent: 'agent-b' });
    const accept = { bundle_id, accept: handoff['handoff_id'], agent_id: 'agent-b' };
    await expect(call(handoffRecord, accept)).rejects.toMatchObject({ code: 'VERIFY_FIRST' });
    await verify(bundle_id, 'agent-b');
    const accepted = await call(handoffRecord, accept);
    expect(accepted).toMatchObject({ accepted: true, handoff_id: handoff['handoff_id'] });
    expect(await call(handoffRecord, accept)).toEqual(accepted);
    expect((await call(provenanceList, { bundle_id }))['events']).toHaveLength(1);
    expect((await call(handoffChain, { bundle_id }))['handoffs']).toMatchObject([
      { from_agent: 'agent-a', to_agent: 'agent-b', accepted_at: (accepted['record'] as { at: string }).at },
    ]);
    const { receipts } = await call(receiptsList, { bundle_id });
    expect((receipts as { action: string }[]).map(({ action }) => action)).toEqual([
      'qa',
      'handoff',
      'verify',
      'handoff-accepted',
    ]);
  });

  it('gives whoever holds a receipt id its verdict, with a signature that any wallet checks', async () => {
    const { bundleId: bundle_id } = await opened.publish();
    const { receipt } = await call(provenanceAppend, { bundle_id, action: 'read' });
    const { receipt_id } = receipt as { receipt_id: string };
    const verdict = await call(receiptVerify, { receipt_id }, ANONYMOUS);
    expect(verdict).toMatchObject({ valid: true, manifest_matches_current: true, agent_id: OWNER.ownerId });
    expect(recoverSigner(String(verdict['signed_text']), String(verdict['signature']))).toBe(
      verdict['signer_address'],
    );
  });

  it('pages its lists', async () => {
    const { bundleId: bundle_id } = await opened.publish();
    for (const action of ['a', 'b', 'c']) await call(provenanceAppend, { bundle_id, action });
    const first = await call(provenanceList, { bundle_id, limit: 2 });
    expect(first).toMatchObject({ events: [{ action: 'a' }, { action: 'b' }], next_cursor: '2' });
    const rest = await call(provenanceList, { bundle_id, limit: 2, cursor: first['next_cursor'] });
    expect(rest).toMatchObject({ events: [{ action: 'c' }], next_cursor: null });
  });

  it('holds, releases and deletes', async () => {
    const { bundleId: bundle_id } = await opened.publish();
    expect(await call(holdPlace, { bundle_id, reason: 'Litigation' })).toMatchObject({
      legal_hold: true,
      record: { body: { reason: 'Litigation', matter: null } },
    });
    await expect(call(bundleDelete, { bundle_id })).rejects.toMatchObject({ code: 'LEGAL_HOLD' });
    expect(await call(holdRelease, { bundle_id })).toMatchObject({ legal_hold: false });
    const deleted = await call(bundleDelete, { bundle_id });
    expect(deleted).toMatchObject({ deleted: true, tombstone: { bundle_id } });
    const { tombstone_id } = deleted;
    const gone = { code: 'NOT_FOUND', details: { tombstone_id } };
    await expect(call(bundleDelete, { bundle_id })).rejects.toMatchObject(gone);
    await expect(call(holdPlace, { bundle_id })).rejects.toMatchObject(gone);
    await expect(call(provenanceList, { bundle_id })).rejects.toMatchObject(gone);
    await expect(call(provenanceList, { bundle_id }, STRANGER)).rejects.toMatchObject({ details: {} });
  });

  it.each([
    ['neither a handoff nor an acceptance', {}],
    ['half a handoff', { from_agent: 'a' }],
    ['both', { accept: 'hand_01JD0000000000000000000000', from_agent: 'a', to_agent: 'b' }],
    ['a handoff in the name of another', { from_agent: 'a', to_agent: 'b', agent_id: 'c' }],
  ])('refuses %s', async (_name, fields) => {
    const { bundleId: bundle_id } = await opened.publish();
    await expect(call(handoffRecord, { bundle_id, ...fields })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
    });
  });
});
