import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/adapters/database/database.ts';
import { createLogEntries } from '../../../src/adapters/log-tree/log-entries.ts';
import { concatBytes, fromUtf8, utf8 } from '../../../src/core/bytes.ts';
import { EvidenceError } from '../../../src/core/error.ts';
import type { BundleStore } from '../../../src/domain/bundle/port.ts';
import { CUSTODY_PATH, readChain } from '../../../src/domain/custody/chain-file.ts';
import type { VerifyOutcome } from '../../../src/domain/custody/events.ts';
import { MAX_CUSTODY_BYTES, verifyChain } from '../../../src/domain/custody/verify-chain.ts';
import { leafHash } from '../../../src/domain/merkle/hash.ts';
import { recoverSigner } from '../../../src/domain/signing/recover.ts';
import { GOLDEN_KEY_RECORD } from '../../golden/golden-bundle.ts';
import { type OpenedCustody, OWNER, openCustody, STRANGER } from '../../support/custody.ts';
import { databaseKinds } from '../../support/databases.ts';

const STEP = {
  agentId: 'agent-a',
  action: 'summarise',
  query: 'What is the fee?',
  resultSummary: '12 € a month',
};
const HANDOFF = { fromAgent: 'agent-a', toAgent: 'agent-b', note: null };
const HOLD = { agentId: 'counsel', reason: 'Litigation', matter: '2026-17' };
const SOUND: VerifyOutcome = { status: 'verified', level: 1, quick: false };
const DAY_MS = 86_400_000;

/** A store of a process that dies at its first write to a seal: before the write, or right after it. */
const dyingStore = (store: BundleStore, moment: 'before' | 'after'): BundleStore => ({
  ...store,
  async writeSeal(...args) {
    if (moment === 'after') await store.writeSeal(...args);
    throw new EvidenceError('INTERNAL', 'the process is gone');
  },
});

describe.each(databaseKinds)('custody in $kind', ({ prepare }) => {
  const source = prepare();
  let database: Database;
  let opened: OpenedCustody;
  beforeAll(async () => {
    database = await source.open();
    opened = await openCustody(database);
  });
  afterAll(() => opened?.close());

  const fileOf = async (bundleId: string) => (await readChain(opened.store, bundleId)) ?? new Uint8Array();
  const verdictOf = async ({ bundleId, manifestSha256 }: { bundleId: string; manifestSha256: string }) => {
    const knownHead = await opened.custody.knownHead(bundleId);
    const subject = { bundleId, manifestSha256, trusted: [GOLDEN_KEY_RECORD], knownHead };
    return (await verifyChain(await fileOf(bundleId), subject)).status;
  };
  const verification = (bundleId: string, agentId = 'agent-b', outcome = SOUND) =>
    opened.custody.recordVerification(OWNER, bundleId, { agentId, outcome });
  const leavesOf = (bundleId: string) =>
    database.query((db) =>
      db
        .selectFrom('log_leaves')
        .select(['kind', 'entry'])
        .where('bundle_id', '=', bundleId)
        .orderBy('leaf_index')
        .execute(),
    );
  const isHeld = async (bundleId: string) => (await opened.bundles.get(OWNER.ownerId, bundleId))?.legalHold;

  describe('records', () => {
    it('are chained and signed, in the order of the events', async () => {
      const bundle = await opened.publish();
      const step = await opened.custody.appendProvenance(OWNER, bundle.bundleId, STEP);
      await opened.custody.recordHandoff(OWNER, bundle.bundleId, HANDOFF);
      await opened.custody.placeHold(OWNER, bundle.bundleId, HOLD);
      const records = await opened.custody.records(OWNER, bundle.bundleId);
      expect(records.map(({ record }) => [record.seq, record.type, record.agent_id])).toEqual([
        [1, 'provenance', 'agent-a'],
        [2, 'handoff', 'agent-a'],
        [3, 'hold', 'counsel'],
      ]);
      expect(records[0]).toEqual(step);
      expect(step.record.body).toEqual({
        provenance_id: expect.stringMatching(/^prov_/),
        query: STEP.query,
        result_summary: STEP.resultSummary,
      });
      expect(await verdictOf(bundle)).toBe('pass');
    });

    it('make one chain when two processes write 10 each at once', async () => {
      const bundle = await opened.publish();
      const services = [opened.custody, opened.custodyWith({})];
      const append = (_: unknown, index: number) =>
        services[index % 2]!.appendProvenance(OWNER, bundle.bundleId, { ...STEP, action: `step ${index}` });
      await Promise.all(Array.from({ length: 20 }, append));
      const records = await opened.custody.records(OWNER, bundle.bundleId);
      expect(records.map(({ record }) => record.seq)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
      expect(new Set(records.map(({ record }) => record.action)).size).toBe(20);
      expect(await verdictOf(bundle)).toBe('pass');
    });

    it('do not wait for publications that wait for them', async () => {
      const first = await opened.publish();
      const parent = { bundleId: first.bundleId, manifestSha256: first.manifestSha256 };
      const toggle = async () => {
        await opened.custody.placeHold(OWNER, first.bundleId, HOLD);
        await opened.custody.releaseHold(OWNER, first.bundleId, 'counsel');
      };
      const succeed = () => opened.publish({ parent, parentIsExplicit: true });
      await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? toggle() : succeed())));
      expect(await verdictOf(first)).toBe('pass');
      expect(await isHeld(first.bundleId)).toBe(false);
    });

    it('keep no text in SQL', async () => {
      const bundle = await opened.publish();
      await opened.custody.appendProvenance(OWNER, bundle.bundleId, {
        ...STEP,
        resultSummary: 'planted phrase',
      });
      const { rows } = await database.query((db) =>
        db
          .selectFrom('custody_links' as never)
          .selectAll()
          .execute()
          .then((all) => ({ rows: all })),
      );
      expect(JSON.stringify(rows)).not.toMatch(/planted|agent-a|summarise/);
    });

    it('replace lone surrogates of a caller, which JSON in UTF-8 cannot say', async () => {
      const bundle = await opened.publish();
      const { record } = await opened.custody.appendProvenance(OWNER, bundle.bundleId, {
        ...STEP,
        action: 'a\ud800',
      });
      expect(record.action).toBe('a\ufffd');
      expect(await verdictOf(bundle)).toBe('pass');
    });

    it('belong to the owner of the bundle', async () => {
      const { bundleId } = await opened.publish();
      const attempts = [
        () => opened.custody.appendProvenance(STRANGER, bundleId, STEP),
        () => opened.custody.records(STRANGER, bundleId),
        () => opened.custody.placeHold(STRANGER, bundleId, HOLD),
        () => opened.custody.recordVerification(STRANGER, bundleId, { agentId: 'x', outcome: SOUND }),
        () => opened.custody.records(OWNER, 'ev_00000000000000000000000000'),
      ];
      for (const attempt of attempts)
        await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND', details: {} });
    });

    it('stop at half of the largest file for callers, and go on for holds', async () => {
      const bundle = await opened.publish();
      await opened.store.writeSeal(
        bundle.bundleId,
        CUSTODY_PATH,
        new Uint8Array(MAX_CUSTODY_BYTES / 2).fill(0x0a),
      );
      const attempt = opened.custody.appendProvenance(OWNER, bundle.bundleId, STEP);
      await expect(attempt).rejects.toMatchObject({ code: 'CUSTODY_FULL' });
      expect(await verification(bundle.bundleId)).toBeNull();
      expect(await opened.custody.placeHold(OWNER, bundle.bundleId, HOLD)).not.toBeNull();
    });
  });

  describe('a process that dies while it writes a record', () => {
    it('leaves nothing when the file is not written yet', async () => {
      const bundle = await opened.publish();
      const dying = opened.custodyWith({ store: dyingStore(opened.store, 'before') });
      await expect(dying.appendProvenance(OWNER, bundle.bundleId, STEP)).rejects.toThrow();
      expect(await opened.custody.knownHead(bundle.bundleId)).toBeNull();
      expect(await fileOf(bundle.bundleId)).toHaveLength(0);
    });

    it('leaves a record that stands, and is taken up by the next one', async () => {
      const bundle = await opened.publish();
      await opened.custody.appendProvenance(OWNER, bundle.bundleId, STEP);
      const dying = opened.custodyWith({ store: dyingStore(opened.store, 'after') });
      await expect(dying.placeHold(OWNER, bundle.bundleId, HOLD)).rejects.toThrow();
      expect(await isHeld(bundle.bundleId)).toBe(false);
      expect(await verdictOf(bundle)).toBe('pass');
      await opened.custody.appendProvenance(OWNER, bundle.bundleId, STEP);
      const records = await opened.custody.records(OWNER, bundle.bundleId);
      expect(records.map(({ record }) => record.type)).toEqual(['provenance', 'hold', 'provenance']);
      expect(await isHeld(bundle.bundleId)).toBe(true);
      expect((await leavesOf(bundle.bundleId)).map(({ kind }) => kind)).toEqual(['bundle', 'hold']);
      expect(await opened.custody.verifyReceipt(records[1]!.record.receipt_id)).toMatchObject({
        valid: true,
      });
    });

    it('leaves nothing that stands when somebody else signed it', async () => {
      const bundle = await opened.publish();
      await opened.custody.appendProvenance(OWNER, bundle.bundleId, STEP);
      const forged = fromUtf8(await fileOf(bundle.bundleId)).replace('"seq":1', '"seq":2');
      await opened.store.writeSeal(
        bundle.bundleId,
        CUSTODY_PATH,
        concatBytes(await fileOf(bundle.bundleId), utf8(forged)),
      );
      await opened.custody.appendProvenance(OWNER, bundle.bundleId, STEP);
      expect(await opened.custody.knownHead(bundle.bundleId)).toMatchObject({ seq: 2 });
      expect(await verdictOf(bundle)).toBe('fail');
    });
  });

  it('goes on after a damaged chain, whose damage stays visible', async () => {
    const bundle = await opened.publish();
    const { record } = await opened.custody.appendProvenance(OWNER, bundle.bundleId, STEP);
    await opened.store.writeSeal(
      bundle.bundleId,
      CUSTODY_PATH,
      (await fileOf(bundle.bundleId)).subarray(0, -20),
    );
    expect(await opened.custody.placeHold(OWNER, bundle.bundleId, HOLD)).not.toBeNull();
    expect(await isHeld(bundle.bundleId)).toBe(true);
    expect(await verdictOf(bundle)).toBe('fail');
    const list = opened.custody.records(OWNER, bundle.bundleId);
    await expect(list).rejects.toMatchObject({
      code: 'ARTIFACT_TAMPERED',
      details: { tampered: ['custody'] },
    });
    expect(await opened.custody.verifyReceipt(record.receipt_id)).toMatchObject({
      valid: false,
      inChain: false,
    });
  });

  describe('a legal hold', () => {
    it('is placed once and released once, each with a record and an entry in the log', async () => {
      const { bundleId, manifestSha256 } = await opened.publish();
      expect(await opened.custody.releaseHold(OWNER, bundleId, 'counsel')).toBeNull();
      const placed = await opened.custody.placeHold(OWNER, bundleId, HOLD);
      expect(await opened.custody.placeHold(OWNER, bundleId, { ...HOLD, reason: 'again' })).toEqual(placed);
      expect(await isHeld(bundleId)).toBe(true);
      opened.clock.time += 1000;
      const released = await opened.custody.releaseHold(OWNER, bundleId, 'counsel');
      expect(await opened.custody.releaseHold(OWNER, bundleId, 'counsel')).toEqual(released);
      expect(await isHeld(bundleId)).toBe(false);
      const [, hold, release, ...more] = await leavesOf(bundleId);
      const entry = (t: string, at: string | undefined) =>
        JSON.stringify({ at, id: bundleId, manifest_sha256: manifestSha256, t, v: 1 });
      expect(hold?.entry).toBe(entry('hold', placed?.record.at));
      expect(release?.entry).toBe(entry('release', released?.record.at));
      expect(more).toEqual([]);
      expect(await createLogEntries(database).ofLeafHash(leafHash(utf8(release!.entry)))).not.toBeNull();
    });

    it('may be placed again after its release', async () => {
      const { bundleId } = await opened.publish();
      await opened.custody.placeHold(OWNER, bundleId, HOLD);
      await opened.custody.releaseHold(OWNER, bundleId, 'counsel');
      await opened.custody.placeHold(OWNER, bundleId, HOLD);
      expect(await isHeld(bundleId)).toBe(true);
      expect(await opened.custody.records(OWNER, bundleId)).toHaveLength(3);
    });

    it('of a bundle that was published under it is recorded once', async () => {
      const { bundleId } = await opened.publish({ legalHold: true });
      const { signal } = new AbortController();
      expect(await opened.custody.recordHolds(signal)).toEqual([]);
      expect(await opened.custody.recordHolds(signal)).toEqual([]);
      const records = await opened.custody.records(OWNER, bundleId);
      expect(records.map(({ record }) => [record.type, record.agent_id])).toEqual([['hold', OWNER.ownerId]]);
    });
  });

  describe('a check of the bundle', () => {
    it('gives the agent one receipt a day while nothing changes', async () => {
      const { bundleId } = await opened.publish();
      const first = await verification(bundleId);
      opened.clock.time += DAY_MS - 1000;
      expect(await verification(bundleId)).toEqual(first);
      opened.clock.time += 2000;
      const next = await verification(bundleId);
      expect(next?.receipt_id).not.toBe(first?.receipt_id);
      expect(await opened.custody.records(OWNER, bundleId)).toHaveLength(2);
    });

    it('gives another receipt to another agent, and when another thing is found', async () => {
      const { bundleId } = await opened.publish();
      const receipts = [
        await verification(bundleId),
        await verification(bundleId, 'agent-c'),
        await verification(bundleId, 'agent-b', { ...SOUND, quick: true }),
        await verification(bundleId, 'agent-b', { ...SOUND, level: 2 }),
        await verification(bundleId, 'agent-b', { ...SOUND, status: 'tampered', level: 0 }),
      ];
      expect(new Set(receipts.map((receipt) => receipt?.receipt_id)).size).toBe(5);
    });

    it('gives one receipt to 10 calls at once', async () => {
      const { bundleId } = await opened.publish();
      const receipts = await Promise.all(Array.from({ length: 10 }, () => verification(bundleId)));
      expect(new Set(receipts.map((receipt) => receipt?.receipt_id)).size).toBe(1);
      expect(await opened.custody.records(OWNER, bundleId)).toHaveLength(1);
    });

    it('gives none when the files of the bundle are gone', async () => {
      const { bundleId } = await opened.publish();
      await opened.store.remove(bundleId);
      expect(await verification(bundleId)).toBeNull();
    });
  });

  describe('a handoff', () => {
    const handOver = async () => {
      const { bundleId } = await opened.publish();
      await verification(bundleId);
      const { record } = await opened.custody.recordHandoff(OWNER, bundleId, HANDOFF);
      const handoffId = record.body['handoff_id'] as string;
      const accept = (agentId = 'agent-b') =>
        opened.custody.acceptHandoff(OWNER, bundleId, { handoffId, agentId });
      return { bundleId, accept };
    };

    it('is accepted by its recipient after a whole check of its own, later than the handoff', async () => {
      const { bundleId, accept } = await handOver();
      await expect(accept()).rejects.toMatchObject({ code: 'VERIFY_FIRST' });
      await verification(bundleId, 'agent-c');
      await verification(bundleId, 'agent-b', { ...SOUND, quick: true });
      await verification(bundleId, 'agent-b', { ...SOUND, status: 'tampered' });
      await expect(accept()).rejects.toMatchObject({ code: 'VERIFY_FIRST' });
      const check = await verification(bundleId);
      const { record } = await accept();
      expect(record).toMatchObject({ type: 'handoff-accepted', agent_id: 'agent-b' });
      expect(record.body['verify_receipt_id']).toBe(check?.receipt_id);
      expect(await opened.custody.handoffs(OWNER, bundleId)).toMatchObject([{ acceptance: { record } }]);
    });

    it('is accepted once: again gives the same record', async () => {
      const { bundleId, accept } = await handOver();
      await verification(bundleId);
      expect(await accept()).toEqual(await accept());
    });

    it('is not accepted by anybody else, nor when there is none', async () => {
      const { bundleId, accept } = await handOver();
      await verification(bundleId, 'agent-c');
      await expect(accept('agent-c')).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
      const unknown = { handoffId: 'hand_00000000000000000000000000', agentId: 'agent-b' };
      await expect(opened.custody.acceptHandoff(OWNER, bundleId, unknown)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });
  });

  describe('a receipt', () => {
    it('is valid for whoever holds its id, and its signature for anybody', async () => {
      const bundle = await opened.publish();
      const minted = await verification(bundle.bundleId);
      const verdict = await opened.custody.verifyReceipt(minted?.receipt_id ?? '');
      expect(verdict).toEqual({
        valid: true,
        signatureValid: true,
        inChain: true,
        manifestMatchesCurrent: true,
        bundleStatus: 'complete',
        tombstoneId: null,
        receipt: minted,
      });
      expect(minted).toMatchObject({
        agent_id: 'agent-b',
        action: 'verify',
        manifest_sha256: bundle.manifestSha256,
      });
      expect(recoverSigner(minted!.signed_text, minted!.signature)).toBe(minted!.signer_address);
    });

    it('is not valid when the manifest is another one', async () => {
      const { bundleId } = await opened.publish();
      const minted = await verification(bundleId);
      const staged = await opened.store.stage(bundleId);
      await staged.write('manifest.json', utf8('{}'));
      await staged.write(CUSTODY_PATH, await fileOf(bundleId));
      await staged.publish();
      const verdict = await opened.custody.verifyReceipt(minted?.receipt_id ?? '');
      expect(verdict).toMatchObject({ valid: false, signatureValid: true, manifestMatchesCurrent: false });
    });

    it('is not found under an id that nobody was given', async () => {
      const attempt = opened.custody.verifyReceipt('rcpt_00000000000000000000000000');
      await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });
});
