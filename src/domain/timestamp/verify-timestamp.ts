import { sha1 } from '@noble/hashes/legacy.js';
import { equalBytes } from '../../core/bytes.ts';
import { type Certificate, mayTimestamp, parseCertificate, subjectName } from './certificate.ts';
import { followChain } from './chain.ts';
import { type Der, expectTag, readMembers, TAG } from './der.ts';
import { readOid } from './der-values.ts';
import { digestOf, readDigestName } from './digest.ts';
import { OID } from './oids.ts';
import { verifySignature } from './signature.ts';
import { parseTimestampResponse, type TimestampToken } from './token.ts';

/** What a response is checked against. */
export interface TimestampSubject {
  /** The bytes that were stamped. */
  readonly data: Uint8Array;
  /** Trusted roots, DER. */
  readonly roots: readonly Uint8Array[];
  /** What the request carried; absent where nobody remembers it. */
  readonly nonce?: Uint8Array;
}

/** What was wrong with a response. */
export type TimestampFault =
  | 'malformed'
  | 'refused'
  | 'imprint'
  | 'nonce'
  | 'signer'
  | 'purpose'
  | 'signature'
  | 'chain';

/** The verdict on a response. */
export type TimestampVerdict =
  | {
      readonly kind: 'good';
      /** The bytes existed not later than this, says the authority. */
      readonly genTime: Date;
      /** Common name of the authority, as its certificate says: see `subjectName`. */
      readonly authority: string;
      /** The chain leads to one of the given roots. */
      readonly isTrusted: boolean;
    }
  | { readonly kind: 'bad'; readonly fault: TimestampFault }
  /** With algorithms that cannot be checked here. */
  | { readonly kind: 'unsupported' };

/** A signer, its authorities and a spare one or two: each costs signature checks. */
const MAX_CERTIFICATES = 10;
const UNSUPPORTED = { kind: 'unsupported' } as const;

/**
 * Verify a `TimeStampResp`: imprint, signature, the signer's right to stamp, and the chain at the time of the
 * stamp. A certificate that has expired since takes nothing away.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3161
 */
export async function verifyTimestamp(
  response: Uint8Array,
  subject: TimestampSubject,
): Promise<TimestampVerdict> {
  try {
    const token = parseTimestampResponse(response);
    return token ? await verifyToken(token, subject) : bad('refused');
  } catch {
    return bad('malformed'); // the readers of DER and of certificates throw TypeError
  }
}

async function verifyToken(token: TimestampToken, subject: TimestampSubject): Promise<TimestampVerdict> {
  const { info, signer } = token;
  if (!info.imprintDigest || !signer.digest) return UNSUPPORTED;
  if (!equalBytes(info.imprint, digestOf(info.imprintDigest, subject.data))) return bad('imprint');
  if (subject.nonce && !equalBytes(info.nonce ?? new Uint8Array(), subject.nonce)) return bad('nonce');
  if (token.certificates.length > MAX_CERTIFICATES) return bad('malformed');
  const certificates = token.certificates.map(parseCertificate);
  const certificate = certificates.find((candidate) => isOf(candidate, token));
  if (!certificate) return bad('signer');
  if (!mayTimestamp(certificate)) return bad('purpose');
  const signature = await verifySigner(token, certificate);
  if (signature === 'unsupported') return UNSUPPORTED;
  if (signature === 'bad') return bad('signature');
  const roots = subject.roots.map(parseCertificate);
  const end = await followChain(certificate, { candidates: certificates, roots, at: info.genTime });
  if (end === 'broken') return bad('chain');
  return {
    kind: 'good',
    genTime: info.genTime,
    authority: subjectName(certificate),
    isTrusted: end === 'trusted',
  };
}

/** Named by issuer and number, and bound by its digest: another certificate with the same key would not do. */
function isOf(certificate: Certificate, { signer }: TimestampToken): boolean {
  return (
    equalBytes(certificate.issuer, signer.issuer) &&
    equalBytes(certificate.serialNumber, signer.serialNumber) &&
    isBound(certificate, signer.attributes)
  );
}

/** @see https://www.rfc-editor.org/rfc/rfc5816 */
function isBound({ raw }: Certificate, attributes: ReadonlyMap<string, Der>): boolean {
  const current = attributes.get(OID.signingCertificateV2);
  const older = attributes.get(OID.signingCertificate);
  const members = readMembers(readMembers(readMembers(current ?? older)[0])[0]);
  // SHA-256 is left out as the default; the older form knows SHA-1 alone.
  const algorithm = members[0]?.tag === TAG.sequence ? members.shift() : undefined;
  const name = algorithm ? readDigestName(algorithm) : 'SHA-256';
  if (!name) return false;
  const digest = current ? digestOf(name, raw) : sha1(raw);
  return equalBytes(expectTag(members[0], TAG.octetString).content, digest);
}

async function verifySigner({ signer, infoBytes }: TimestampToken, { publicKey }: Certificate) {
  const { attributes, digest, algorithm, signature, signedBytes } = signer;
  const stated = expectTag(attributes.get(OID.messageDigest), TAG.octetString).content;
  const isOverInfo =
    digest !== null &&
    readOid(attributes.get(OID.contentType)) === OID.tstInfo &&
    equalBytes(stated, digestOf(digest, infoBytes));
  if (!isOverInfo) return 'bad';
  return verifySignature({ publicKey, algorithm, digest, signature, data: signedBytes });
}

const bad = (fault: TimestampFault): TimestampVerdict => ({ kind: 'bad', fault });
