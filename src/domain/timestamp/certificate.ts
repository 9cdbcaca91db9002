import { equalBytes, fromUtf8 } from '../../core/bytes.ts';
import { contextTag, type Der, expectTag, readDer, readExplicit, readMembers, TAG } from './der.ts';
import { hasBit, readBitString, readBoolean, readOid, readSmallInteger, readTime } from './der-values.ts';
import { OID } from './oids.ts';
import { type SignatureVerdict, verifySignature } from './signature.ts';

/** What is read of an X.509 certificate (RFC 5280). Nothing of it is verified. */
export interface Certificate {
  readonly raw: Uint8Array;
  readonly signed: Der;
  readonly serialNumber: Uint8Array;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Der;
  readonly algorithm: Der;
  readonly signature: Uint8Array;
  /** By object identifier. */
  readonly extensions: ReadonlyMap<string, Extension>;
}

interface Extension {
  readonly isCritical: boolean;
  readonly value: Der;
}

/** Purposes in `keyUsage`, by bit. */
const KEY_USAGE = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5 } as const;
/** Critical ones that are obeyed here, or that only narrow what nobody asks for. */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  OID.keyUsage,
  OID.basicConstraints,
  OID.certificatePolicies,
  OID.extendedKeyUsage,
]);

/** Read a certificate in DER. @throws TypeError */
export function parseCertificate(bytes: Uint8Array): Certificate {
  const [signed, algorithm, signature] = readMembers(readDer(bytes));
  const members = readMembers(signed);
  if (members[0]?.tag === contextTag(0)) members.shift();
  const [serialNumber, innerAlgorithm, issuer, validity, subject, publicKey, ...rest] = members;
  const [notBefore, notAfter] = readMembers(validity);
  // The outer copy is not under the signature.
  if (!algorithm || !equalBytes(algorithm.raw, innerAlgorithm?.raw ?? new Uint8Array()))
    throw new TypeError('certificate: two different signature algorithms');
  return {
    raw: bytes,
    signed: expectTag(signed, TAG.sequence),
    serialNumber: expectTag(serialNumber, TAG.integer).content,
    issuer: expectTag(issuer, TAG.sequence).raw,
    subject: expectTag(subject, TAG.sequence).raw,
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    publicKey: expectTag(publicKey, TAG.sequence),
    algorithm,
    signature: readBitString(signature),
    extensions: readExtensions(rest.find(({ tag }) => tag === contextTag(3))),
  };
}

function readExtensions(value: Der | undefined): Map<string, Extension> {
  if (!value) return new Map();
  return new Map(
    readMembers(readExplicit(value, 3)).map((extension) => {
      const members = readMembers(extension);
      const isCritical = members.length === 3 && readBoolean(members[1]);
      return [
        readOid(members[0]),
        { isCritical, value: readDer(expectTag(members.at(-1), TAG.octetString).content) },
      ];
    }),
  );
}

/** Whether it was in force at that time. */
export const isValidAt = ({ notBefore, notAfter }: Certificate, time: Date): boolean =>
  notBefore <= time && time <= notAfter;

/** Whether it demands something that this verifier does not know. */
export const demandsUnknown = ({ extensions }: Certificate): boolean =>
  [...extensions].some(([oid, { isCritical }]) => isCritical && !KNOWN_EXTENSIONS.has(oid));

/** Whether it may sign tokens: critically for time stamping, and nothing else (RFC 3161, 2.3). */
export function mayTimestamp({ extensions }: Certificate): boolean {
  const purposes = extensions.get(OID.extendedKeyUsage);
  const usage = extensions.get(OID.keyUsage);
  return (
    purposes?.isCritical === true &&
    readMembers(purposes.value).map(readOid).join() === OID.timeStamping &&
    (!usage ||
      hasBit(usage.value, KEY_USAGE.digitalSignature) ||
      hasBit(usage.value, KEY_USAGE.nonRepudiation))
  );
}

/**
 * Whether it may issue certificates for time stamping.
 *
 * @param depth number of authorities between it and the signer.
 */
export function mayIssue({ extensions }: Certificate, depth: number): boolean {
  const constraints = extensions.get(OID.basicConstraints);
  const [isAuthority, maxDepth] = constraints ? readMembers(constraints.value) : [];
  const usage = extensions.get(OID.keyUsage);
  const purposes = extensions.get(OID.extendedKeyUsage);
  return (
    readBoolean(isAuthority) &&
    (!maxDepth || readSmallInteger(maxDepth) >= depth) &&
    (!usage || hasBit(usage.value, KEY_USAGE.keyCertSign)) &&
    (!purposes ||
      readMembers(purposes.value)
        .map(readOid)
        .some((oid) => oid === OID.timeStamping || oid === OID.anyExtendedKeyUsage))
  );
}

/** Whether the key of `issuer` signed it. */
export const isSignedBy = (
  { signed, algorithm, signature }: Certificate,
  issuer: Certificate,
): Promise<SignatureVerdict> =>
  verifySignature({ publicKey: issuer.publicKey, algorithm, digest: null, signature, data: signed.raw });

const MAX_NAME_CHARS = 64;

/**
 * The subject's common name for people: at most 64 characters, without control characters, quotes and the like. Whoever
 * made the certificate chose it.
 */
export function subjectName({ subject }: Certificate): string {
  const names = readMembers(readDer(subject)).flatMap((set) => readMembers(set, TAG.set));
  const name = names
    .map((attribute) => readMembers(attribute))
    .find(([oid]) => readOid(oid) === OID.commonName);
  try {
    const text = fromUtf8(name?.[1]?.content ?? new Uint8Array());
    return text.replace(/[^\p{L}\p{N} .,:()@&/-]/gu, '').slice(0, MAX_NAME_CHARS) || 'unnamed';
  } catch {
    return 'unnamed'; // an old string type
  }
}
