import { concatBytes } from '../../core/bytes.ts';
import { type Der, expectTag, readDer, readMembers, TAG } from './der.ts';
import { readOid } from './der-values.ts';
import type { DigestName } from './digest.ts';
import { OID } from './oids.ts';

/** What a signature is by, and over. */
export interface SignatureClaim {
  /** SubjectPublicKeyInfo of the signer. */
  readonly publicKey: Der;
  /** AlgorithmIdentifier of the signature. */
  readonly algorithm: Der;
  /** Digest named beside it, for algorithms that name none of their own. */
  readonly digest: DigestName | null;
  readonly signature: Uint8Array;
  readonly data: Uint8Array;
}

/** `unsupported`: with an algorithm that this verifier, or the place where it runs, does not know. */
export type SignatureVerdict = 'good' | 'bad' | 'unsupported';

const RSA_DIGESTS: Readonly<Record<string, DigestName>> = {
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
};
const ECDSA_DIGESTS: Readonly<Record<string, DigestName>> = {
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
};
const CURVES: Readonly<Record<string, { readonly namedCurve: string; readonly bytes: number }>> = {
  '1.2.840.10045.3.1.7': { namedCurve: 'P-256', bytes: 32 },
  '1.3.132.0.34': { namedCurve: 'P-384', bytes: 48 },
  '1.3.132.0.35': { namedCurve: 'P-521', bytes: 66 },
};

/** How WebCrypto is asked. */
interface Plan {
  readonly key: { readonly name: string; readonly hash?: string; readonly namedCurve?: string };
  readonly verify: { readonly name: string; readonly hash?: string };
  readonly signature: Uint8Array;
}

/**
 * Verify an RSA (PKCS #1 v1.5) or ECDSA signature with WebCrypto, which Node and browsers share.
 *
 * @throws TypeError when key or algorithm is not DER of its form.
 */
export async function verifySignature(claim: SignatureClaim): Promise<SignatureVerdict> {
  const plan = planVerification(claim);
  // Browsers hide WebCrypto on plain http.
  const subtle = globalThis.crypto?.subtle;
  if (!plan || !subtle) return 'unsupported';
  try {
    const key = await subtle.importKey('spki', copy(claim.publicKey.raw), plan.key, false, ['verify']);
    const isGood = await subtle.verify(plan.verify, key, copy(plan.signature), copy(claim.data));
    return isGood ? 'good' : 'bad';
  } catch {
    return 'bad'; // the key is on no curve, or of another kind than its algorithm
  }
}

function planVerification({ publicKey, algorithm, digest, signature }: SignatureClaim): Plan | null {
  const oid = readOid(readMembers(algorithm)[0]);
  const rsaDigest = oid === OID.rsaEncryption ? digest : RSA_DIGESTS[oid];
  if (rsaDigest) {
    const key = { name: 'RSASSA-PKCS1-v1_5', hash: rsaDigest };
    return { key, verify: { name: key.name }, signature };
  }
  const hash = ECDSA_DIGESTS[oid];
  const curve = hash && readCurve(publicKey);
  if (!curve) return null;
  const { namedCurve, bytes } = curve;
  return {
    key: { name: 'ECDSA', namedCurve },
    verify: { name: 'ECDSA', hash },
    signature: joinScalars(signature, bytes),
  };
}

function readCurve(publicKey: Der) {
  const [, curve] = readMembers(readMembers(publicKey)[0]);
  return curve?.tag === TAG.oid ? CURVES[readOid(curve)] : undefined;
}

/** r and s of an `ECDSA-Sig-Value`, each left-padded to `bytes`: the form that WebCrypto takes. */
function joinScalars(signature: Uint8Array, bytes: number): Uint8Array {
  const scalars = readMembers(readDer(signature)).map((scalar) => {
    const { content } = expectTag(scalar, TAG.integer);
    const digits = content[0] === 0 ? content.subarray(1) : content;
    if (digits.length > bytes) throw new TypeError('DER: a scalar beyond the curve');
    return concatBytes(new Uint8Array(bytes - digits.length), digits);
  });
  return concatBytes(...scalars);
}

/** WebCrypto wants bytes that no other thread can change: a copy has a buffer of its own. */
const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
