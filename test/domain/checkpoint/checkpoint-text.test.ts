import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/core/bytes.ts';
import { encodeTreeHead, parseTreeHead } from '../../../src/domain/checkpoint/checkpoint-text.ts';
import { describeLogKey } from '../../../src/domain/checkpoint/log-key.ts';
import { createLogSigner } from '../../../src/domain/checkpoint/log-signer.ts';
import { leafHash } from '../../../src/domain/merkle/hash.ts';
import { merkleRoot } from '../../../src/domain/merkle/root.ts';
import { encodeNoteKey, parseNoteKey } from '../../../src/domain/note/note-key.ts';
import { openNote } from '../../../src/domain/note/open-note.ts';
import published from '../../vectors/c2sp/tessera-log.json' with { type: 'json' };

const malformed = expect.objectContaining({ code: 'NOTE_MALFORMED' });

describe('a published log', () => {
  it('has a checkpoint for each size, signed, with the root of its leaves', () => {
    const leaves = published.leaves.map((leaf) => leafHash(utf8(leaf)));
    for (const [size, note] of published.checkpoints.entries()) {
      const text = openNote(note, [parseNoteKey(published.vkey)])?.text;
      const head = {
        origin: 'example.com/log/testdata',
        treeSize: size,
        rootHash: merkleRoot(leaves.slice(0, size)),
      };
      expect(parseTreeHead(text!)).toEqual(head);
      expect(encodeTreeHead(head)).toBe(text);
    }
  });
});

describe('the text of a checkpoint', () => {
  const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';

  it.each([
    ['as short as can be', `log\n1\n${root}\n`],
    ['of an empty tree', `log\n0\n${root}\n`],
    ['with extension lines', `log\n1\n${root}\none\ntwo\n`],
    ['with an origin of several words', `a log of ours\n1\n${root}\n`],
  ])('is read: %s', (_, text) => {
    expect(parseTreeHead(text).origin).toBe(text.split('\n')[0]);
  });

  it.each([
    ['no origin', `\n1\n${root}\n`],
    ['a leading zero', `log\n01\n${root}\n`],
    ['a sign', `log\n+1\n${root}\n`],
    ['a fraction', `log\n1.0\n${root}\n`],
    ['a size beyond 2^53', `log\n9007199254740992\n${root}\n`],
    ['no root', 'log\n1\n'],
    ['a root that is too short', 'log\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jx\n'],
    ['a root without padding', `log\n1\n${root.slice(0, -1)}\n`],
    ['no newline at the end', `log\n1\n${root}`],
    ['an empty extension line', `log\n1\n${root}\n\nx\n`],
    ['an empty last line', `log\n1\n${root}\n\n`],
  ])('is refused: %s', (_, text) => {
    expect(() => parseTreeHead(text)).toThrow(malformed);
  });
});

describe('a checkpoint of ours', () => {
  const signer = createLogSigner('localhost:8402/log', new Uint8Array(32).fill(9));
  const head = { origin: 'localhost:8402/log', treeSize: 3, rootHash: new Uint8Array(32).fill(1) };

  it('verifies with nothing but OpenSSL and the published key', async () => {
    const note = await signer.sign(encodeTreeHead(head));
    const key = describeLogKey(signer.key);
    const [, text = '', name, base64 = ''] = /^([\s\S]*\n)\n— (\S+) (\S+)\n$/.exec(note) ?? [];
    const signature = Buffer.from(base64, 'base64');
    const id = createHash('sha256')
      .update(`${name}\n\u0001`)
      .update(Buffer.from(key.publicKey, 'base64'))
      .digest();
    expect(text).toBe(`localhost:8402/log\n3\n${Buffer.alloc(32, 1).toString('base64')}\n`);
    expect(name).toBe(key.origin);
    expect(signature.subarray(0, 4).equals(id.subarray(0, 4))).toBe(true);
    expect(signature.subarray(0, 4).toString('hex')).toBe(key.keyId);
    expect(verify(null, Buffer.from(text), createPublicKey(key.pem), signature.subarray(4))).toBe(true);
  });

  it('opens with the key that is published', async () => {
    const key = parseNoteKey(describeLogKey(signer.key).vkey);
    expect(encodeNoteKey(key)).toBe(encodeNoteKey(signer.key));
    expect(openNote(await signer.sign(encodeTreeHead(head)), [key])?.text).toBe(encodeTreeHead(head));
  });
});

const corpus = new URL('../../../../shared/corpus/vectors/notes/', import.meta.url);

describe.skipIf(!existsSync(corpus))('the extra vectors beside the repository', () => {
  it('judge texts of checkpoints as published', () => {
    for (const { text, valid } of JSON.parse(
      readFileSync(new URL('checkpoint-parse.json', corpus), 'utf8'),
    )) {
      if (valid) expect(parseTreeHead(text)).toHaveProperty('rootHash');
      else expect(() => parseTreeHead(text)).toThrow(malformed);
    }
  });
});
