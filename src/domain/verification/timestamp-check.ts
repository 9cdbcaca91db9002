import { MAX_RESPONSE_BYTES } from '../timestamp/token.ts';
import {
  type TimestampFault,
  type TimestampVerdict,
  verifyTimestamp,
} from '../timestamp/verify-timestamp.ts';
import { type BundleFiles, readSmallFile } from './bundle-files.ts';
import { earliest } from './earliest.ts';
import { type Finding, found } from './finding.ts';

/** The check `timestamps`, and what it found out. */
export interface ExaminedTimestamps {
  readonly finding: Finding;
  /** The oldest time of those whose chain leads to a trusted root. */
  readonly stampedAt: Date | null;
}

const ID = 'timestamps';
const PATH = /^seals\/tsa\/[^/]+\.tsr$/;
/** Each costs some signature checks. */
const MAX_TOKENS = 16;

const FAULTS: Readonly<Record<TimestampFault, string>> = {
  malformed: 'is no timestamp response',
  refused: 'is a refusal',
  imprint: 'is for other bytes than signature.json',
  nonce: 'answers another request',
  signer: 'lacks the certificate of its signer',
  purpose: 'is signed by a key that is not for time stamping',
  signature: 'has a false signature',
  chain: 'has a chain of certificates that was not good at its time',
};

/**
 * The check `timestamps`: every RFC 3161 token in `seals/tsa/` is over the bytes of `signature.json` and was good
 * at its own time. One that leads to a trusted root makes it pass.
 *
 * @param signatureBytes of `signature.json`.
 * @see evidence-format.md 7
 */
export async function examineTimestamps(
  files: BundleFiles,
  signatureBytes: Uint8Array,
  roots: readonly Uint8Array[],
): Promise<ExaminedTimestamps> {
  const paths = [...files.sizes.keys()].filter((path) => PATH.test(path)).sort();
  if (paths.length === 0)
    return { finding: found(ID, 'absent', 'The bundle carries no timestamp.'), stampedAt: null };
  if (paths.length > MAX_TOKENS)
    return { finding: found(ID, 'unknown', `More than ${MAX_TOKENS} timestamps.`), stampedAt: null };
  const tokens = await Promise.all(paths.map((path) => examineToken(files, path, { signatureBytes, roots })));
  return conclude(tokens);
}

interface ExaminedToken {
  readonly path: string;
  readonly verdict: TimestampVerdict | { readonly kind: 'unreadable' };
}

async function examineToken(
  files: BundleFiles,
  path: string,
  { signatureBytes, roots }: { readonly signatureBytes: Uint8Array; readonly roots: readonly Uint8Array[] },
): Promise<ExaminedToken> {
  const read = await readSmallFile(files, path, MAX_RESPONSE_BYTES);
  if (read.kind === 'unreadable') return { path, verdict: { kind: 'unreadable' } };
  if (read.kind !== 'bytes') return { path, verdict: { kind: 'bad', fault: 'malformed' } };
  return { path, verdict: await verifyTimestamp(read.bytes, { data: signatureBytes, roots }) };
}

function conclude(tokens: readonly ExaminedToken[]): ExaminedTimestamps {
  const times = tokens.flatMap(({ verdict }) =>
    verdict.kind === 'good' && verdict.isTrusted ? verdict.genTime : [],
  );
  const bad = tokens.filter(({ verdict }) => verdict.kind === 'bad').map(({ path }) => path);
  const status = bad.length > 0 ? 'fail' : times.length > 0 ? 'pass' : 'unknown';
  const detail = tokens
    .map(({ path, verdict }) => `${path.split('/').at(-1)} ${describe(verdict)}`)
    .join('; ');
  return {
    finding: { check: { id: ID, status, detail: `${detail}.` }, tampered: bad },
    // A false token beside a good one is tampering, and says nothing against the good one.
    stampedAt: earliest(times),
  };
}

function describe(verdict: ExaminedToken['verdict']): string {
  switch (verdict.kind) {
    case 'bad':
      return FAULTS[verdict.fault];
    case 'unsupported':
      return 'uses an algorithm that cannot be checked here';
    case 'unreadable':
      return 'could not be read';
    case 'good': {
      const root = verdict.isTrusted ? '' : ', whose root was not given';
      return `states ${verdict.genTime.toISOString()}, signed by "${verdict.authority}"${root}`;
    }
  }
}
