import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ed25519 } from '@noble/curves/ed25519.js';
import { parseTreeHead, type TreeHead } from '../../src/domain/checkpoint/checkpoint-text.ts';
import type { Witness } from '../../src/domain/checkpoint/port.ts';
import { isConsistent } from '../../src/domain/merkle/consistency.ts';
import { makeCosignature } from '../../src/domain/note/cosignature.ts';
import { encodeSignatureLine } from '../../src/domain/note/note.ts';
import { type NoteKey, noteKeyId, SIGNATURE_TYPE } from '../../src/domain/note/note-key.ts';
import { openNote } from '../../src/domain/note/open-note.ts';

/** What a witness answers: status, body, content type. */
type Answer = readonly [status: number, body: string, contentType?: string];

/** A witness on loopback that follows c2sp.org/tlog-witness, unless told otherwise. */
export interface TestWitness {
  readonly witness: Witness;
  /** Size that it cosigned last. */
  readonly size: number;
  /** Bodies of the requests so far. */
  readonly requests: readonly string[];
  /** Answer the next requests like this instead, one for each. */
  misbehave(...answers: Answer[]): void;
  /** Cosign the next checkpoints with another key than the published one. */
  forge(): void;
  stop(): Promise<void>;
}

/** Start a witness that knows one log. */
export async function startWitness(log: NoteKey, name = 'witness.example/w1'): Promise<TestWitness> {
  const publicKey = ed25519.getPublicKey(new Uint8Array(32).fill(5));
  const key: NoteKey = { name, type: SIGNATURE_TYPE.cosignature, publicKey };
  const state = { seed: new Uint8Array(32).fill(5), last: null as TreeHead | null, log, key };
  const requests: string[] = [];
  const planned: Answer[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request);
    requests.push(body);
    const isCall = request.method === 'POST' && request.url === '/prefix/add-checkpoint';
    const [status, answer, contentType = 'text/plain'] =
      planned.shift() ?? (isCall ? judge(state, body) : [404, '']);
    response.writeHead(status, { 'content-type': contentType }).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    witness: { key, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix/` },
    get size() {
      return state.last?.treeSize ?? 0;
    },
    requests,
    misbehave: (...answers) => void planned.push(...answers),
    forge: () => void state.seed.fill(6),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface State {
  readonly log: NoteKey;
  readonly key: NoteKey;
  readonly seed: Uint8Array;
  last: TreeHead | null;
}

function judge(state: State, body: string): Answer {
  const [, old = '', lines = '', note = ''] = /^old (0|[1-9]\d*)\n((?:\S+\n)*)\n([\s\S]+)$/.exec(body) ?? [];
  if (note === '') return [400, ''];
  const opened = openNote(note, [state.log]);
  if (!opened) return [403, ''];
  const head = parseTreeHead(opened.text);
  if (head.origin !== state.log.name) return [404, ''];
  const oldSize = Number(old);
  if (oldSize > head.treeSize) return [400, ''];
  const known = state.last?.treeSize ?? 0;
  if (oldSize !== known) return [409, `${known}\n`, 'text/x.tlog.size'];
  const path = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => new Uint8Array(Buffer.from(line, 'base64')));
  if (!extendsLast(state.last, head, path)) return [422, ''];
  state.last = head;
  const signature = makeCosignature(opened.text, state.seed, new Date());
  return [200, encodeSignatureLine({ name: state.key.name, keyId: noteKeyId(state.key), signature })];
}

function extendsLast(last: TreeHead | null, head: TreeHead, path: readonly Uint8Array[]): boolean {
  if (!last) return path.length === 0;
  try {
    const proof = { oldSize: last.treeSize, newSize: head.treeSize, path };
    return isConsistent({ oldRoot: last.rootHash, newRoot: head.rootHash }, proof);
  } catch {
    return false;
  }
}
