import { decodeBase64, encodeBase64 } from '../note/base64.ts';
import { parseDecimal } from '../note/decimal.ts';
import { malformed } from '../note/malformed.ts';

/** What a checkpoint states: the log's tree of this size has this root. */
export interface TreeHead {
  /** Identity of the log, e.g. `example.com/log`. */
  readonly origin: string;
  readonly treeSize: number;
  /** 32 bytes. */
  readonly rootHash: Uint8Array;
}

const ROOT_BYTES = 32;

/**
 * Text of a checkpoint, what its signatures sign. No extension lines: nobody could audit them.
 *
 * ```
 * example.com/behind-the-sofa
 * 20852163
 * CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
 * ```
 * @see https://c2sp.org/tlog-checkpoint
 */
export const encodeTreeHead = ({ origin, treeSize, rootHash }: TreeHead): string =>
  `${origin}\n${treeSize}\n${encodeBase64(rootHash)}\n`;

/**
 * Read the text of a checkpoint. Extension lines are allowed, and mean nothing here.
 *
 * @param text of a note that was verified.
 * @throws EvidenceError `NOTE_MALFORMED`.
 */
export function parseTreeHead(text: string): TreeHead {
  const [origin = '', size = '', root = '', ...rest] = text.split('\n');
  const treeSize = parseDecimal(size);
  const rootHash = decodeBase64(root);
  // The text ends in a newline, and no line is empty: the only empty part is the last one.
  const isWhole = origin !== '' && rest.length > 0 && rest.indexOf('') === rest.length - 1;
  if (!isWhole || treeSize === null || rootHash?.length !== ROOT_BYTES) throw malformed('checkpoint');
  return { origin, treeSize, rootHash };
}
