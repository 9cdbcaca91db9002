import { sha256 } from '@noble/hashes/sha2.js';
import { fromUtf8, toHex, utf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import type { BundleReader } from '../bundle/port.ts';
import { readWhole } from '../bundle/read-whole.ts';
import { MAX_MANIFEST_BYTES } from '../manifest/manifest.ts';
import { MAX_SIGNATURE_BYTES } from '../signing/signature.ts';
import type { PortableProof } from './portable-proof.ts';
import type { CitationAnswer } from './prove-citation.ts';

const MAX_LOG_PROOF_BYTES = 512 * 1024;
const LOG_PROOF_PATH = 'seals/log-proof.txt';

/**
 * Make an answer of `proveCitation` verifiable without service, network and document.
 *
 * The quote becomes the words as they stand in the text, also when they were asked for in another spelling.
 *
 * @param reader of the bundle that was asked.
 * @returns null when the answer found nothing.
 * @throws EvidenceError `ARTIFACT_TAMPERED` when the bundle's manifest or signature is not the one of the answer.
 */
export async function buildPortableProof(
  reader: BundleReader,
  answer: CitationAnswer,
): Promise<PortableProof | null> {
  const { chunk, chunk_id: id, quote_range: range } = answer;
  if (!chunk || id === null || !range) return null;
  const { index, start, end, salt, text } = chunk;
  const quoteRange = { start: range.start - start, end: range.end - start };
  return {
    schema: 'affiant-citation/v1',
    quote: fromUtf8(utf8(text).subarray(quoteRange.start, quoteRange.end)),
    quote_range: quoteRange,
    chunk: { id, index, start, end, salt, text },
    path: answer.proof.map(({ hash }) => hash),
    manifest: await readManifest(reader, answer.manifest_sha256),
    signature: await readSignature(reader),
    log_proof: await readLogProof(reader),
  };
}

async function readManifest(reader: BundleReader, expectedSha256: string): Promise<string> {
  const bytes = await readText(reader, 'manifest.json', MAX_MANIFEST_BYTES);
  if (toHex(sha256(utf8(bytes))) !== expectedSha256) throw tampered('manifest');
  return bytes;
}

async function readSignature(reader: BundleReader): Promise<PortableProof['signature']> {
  const text = await readText(reader, 'signature.json', MAX_SIGNATURE_BYTES);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw tampered('signature', cause);
  }
}

async function readLogProof(reader: BundleReader): Promise<string | null> {
  const isThere = (await reader.list()).some(({ path }) => path === LOG_PROOF_PATH);
  return isThere ? readText(reader, LOG_PROOF_PATH, MAX_LOG_PROOF_BYTES) : null;
}

async function readText(reader: BundleReader, path: string, maxBytes: number): Promise<string> {
  try {
    return fromUtf8(await readWhole(reader.read(path), maxBytes));
  } catch (cause) {
    throw tampered(path.replace('.json', ''), cause);
  }
}

const tampered = (name: string, cause?: unknown): EvidenceError =>
  new EvidenceError('ARTIFACT_TAMPERED', undefined, { cause, details: { tampered: [name] } });
