import { fromUtf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type {
  AddCheckpointRequest,
  Witness,
  WitnessAnswer,
  WitnessClient,
} from '../../domain/checkpoint/port.ts';
import type { GuardedFetcher, GuardedFetchResponse } from '../../domain/egress/port.ts';
import { encodeBase64 } from '../../domain/note/base64.ts';
import { parseDecimal } from '../../domain/note/decimal.ts';

const TIMEOUT_MS = 15_000;
/** A dozen post-quantum cosignatures. */
const MAX_ANSWER_BYTES = 64 * 1024;
const SIZE_TYPE = 'text/x.tlog.size';

/**
 * Witnesses over HTTP.
 *
 * @see https://c2sp.org/tlog-witness
 */
export const createWitnessClient = (fetcher: GuardedFetcher): WitnessClient => ({
  async addCheckpoint(witness, request) {
    try {
      return readAnswer(await post(fetcher, witness, request));
    } catch (cause) {
      const details = {
        witness: witness.key.name,
        reason: cause instanceof EvidenceError ? cause.code : 'malformed',
      };
      throw new EvidenceError('WITNESS_FAILED', undefined, { cause, details });
    }
  },
});

const post = (
  fetcher: GuardedFetcher,
  { url }: Witness,
  request: AddCheckpointRequest,
): Promise<GuardedFetchResponse> =>
  fetcher.fetch({
    url: `${url.replace(/\/$/, '')}/add-checkpoint`,
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: encodeRequest(request),
    maxRedirects: 0,
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: TIMEOUT_MS,
    signal: request.signal,
  });

/**
 * ```
 * old 20852014
 * PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
 * … one line for each hash, an empty line, the checkpoint
 * ```
 */
const encodeRequest = ({ oldSize, path, note }: AddCheckpointRequest): string =>
  [`old ${oldSize}`, ...path.map(encodeBase64), '', note].join('\n');

/** @throws TypeError when the answer is cut off or no text. */
function readAnswer({ status, headers, body, truncated }: GuardedFetchResponse): WitnessAnswer {
  if (truncated) throw new TypeError('the answer is too long');
  if (status === 200) return { kind: 'cosigned', lines: fromUtf8(body) };
  const isSize = headers.some(([name, value]) => name === 'content-type' && value.startsWith(SIZE_TYPE));
  const treeSize = status === 409 && isSize ? parseDecimal(fromUtf8(body).trimEnd()) : null;
  return treeSize === null ? { kind: 'refused', status } : { kind: 'knows-size', treeSize };
}
