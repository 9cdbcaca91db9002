import { contextTag, type Der, expectTag, readDer, readExplicit, readMembers, TAG } from './der.ts';
import { readOid, readSmallInteger, readTime } from './der-values.ts';
import { type DigestName, readDigestName } from './digest.ts';
import { OID } from './oids.ts';

/** A timestamp token as it stands in a response. Nothing of it is verified. */
export interface TimestampToken {
  readonly info: TimestampInfo;
  /** The bytes that `messageDigest` is over. */
  readonly infoBytes: Uint8Array;
  /** Certificates that came along, DER. */
  readonly certificates: readonly Uint8Array[];
  readonly signer: TokenSigner;
}

/** What the authority states (`TSTInfo`). */
export interface TimestampInfo {
  /** Null for a hash function that is not taken. */
  readonly imprintDigest: DigestName | null;
  readonly imprint: Uint8Array;
  readonly genTime: Date;
  /** Content of the integer; null when the token has none. */
  readonly nonce: Uint8Array | null;
}

/** Who signed, and what (`SignerInfo`). */
export interface TokenSigner {
  readonly issuer: Uint8Array;
  readonly serialNumber: Uint8Array;
  readonly digest: DigestName | null;
  readonly algorithm: Der;
  readonly signature: Uint8Array;
  /** DER of the SET that the signature is over. */
  readonly signedBytes: Uint8Array;
  /** Single values of the signed attributes by type. */
  readonly attributes: ReadonlyMap<string, Der>;
}

/** Largest response that is read, bytes. */
export const MAX_RESPONSE_BYTES = 64 * 1024;

/** `granted` and `grantedWithMods`. */
const GRANTED: readonly number[] = [0, 1];

/**
 * Read a `TimeStampResp`.
 *
 * @returns null when the authority refused.
 * @throws TypeError when it is none, or its token is not by exactly one signer over a `TSTInfo`.
 * @see https://www.rfc-editor.org/rfc/rfc3161#section-2.4.2
 */
export function parseTimestampResponse(bytes: Uint8Array): TimestampToken | null {
  const [status, token] = readMembers(readDer(bytes));
  if (!GRANTED.includes(readSmallInteger(readMembers(status)[0]))) return null;
  const [type, signedData] = readMembers(token);
  if (readOid(type) !== OID.signedData) throw new TypeError('token: no signed data');
  return parseSignedData(readMembers(readExplicit(signedData, 0)));
}

/** @see https://www.rfc-editor.org/rfc/rfc5652#section-5.1 */
function parseSignedData([, , content, ...rest]: readonly Der[]): TimestampToken {
  const [type, octets] = readMembers(content);
  if (readOid(type) !== OID.tstInfo) throw new TypeError('token: no TSTInfo');
  const infoBytes = expectTag(readExplicit(octets, 0), TAG.octetString).content;
  const certificates = rest.find(({ tag }) => tag === contextTag(0));
  const signers = readMembers(rest.at(-1), TAG.set);
  if (signers.length !== 1) throw new TypeError('token: not one signer');
  return {
    info: parseInfo(readMembers(readDer(infoBytes))),
    infoBytes,
    certificates: certificates ? readMembers(certificates, contextTag(0)).map(({ raw }) => raw) : [],
    signer: parseSigner(readMembers(signers[0])),
  };
}

function parseInfo([version, , imprint, , genTime, ...optional]: readonly Der[]): TimestampInfo {
  if (readSmallInteger(version) !== 1) throw new TypeError('token: another version');
  const [algorithm, digest] = readMembers(imprint);
  return {
    imprintDigest: readDigestName(algorithm),
    imprint: expectTag(digest, TAG.octetString).content,
    genTime: readTime(expectTag(genTime, TAG.generalizedTime)),
    nonce: optional.find(({ tag }) => tag === TAG.integer)?.content ?? null,
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc5652#section-5.3 */
function parseSigner([, id, digest, attributes, algorithm, signature]: readonly Der[]): TokenSigner {
  const [issuer, serialNumber] = readMembers(id);
  const values = readMembers(attributes, contextTag(0)).map((attribute) => {
    const [type, set] = readMembers(attribute);
    const [value, ...more] = readMembers(set, TAG.set);
    if (!value || more.length > 0) throw new TypeError('token: not one value of an attribute');
    return [readOid(type), value] as const;
  });
  const byType = new Map(values);
  if (byType.size !== values.length) throw new TypeError('token: an attribute twice');
  return {
    issuer: expectTag(issuer, TAG.sequence).raw,
    serialNumber: expectTag(serialNumber, TAG.integer).content,
    digest: readDigestName(digest),
    algorithm: expectTag(algorithm, TAG.sequence),
    signature: expectTag(signature, TAG.octetString).content,
    signedBytes: asSet(expectTag(attributes, contextTag(0)).raw),
    attributes: byType,
  };
}

/** The attributes are signed as a SET, and stand in the token under a tag of their own. */
function asSet(raw: Uint8Array): Uint8Array {
  const set = new Uint8Array(raw);
  set[0] = TAG.set;
  return set;
}
