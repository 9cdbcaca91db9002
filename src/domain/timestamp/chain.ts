import { equalBytes } from '../../core/bytes.ts';
import { type Certificate, demandsUnknown, isSignedBy, isValidAt, mayIssue } from './certificate.ts';

/** Where a chain of certificates leads. */
export type ChainEnd =
  /** To a root that the caller trusts. */
  | 'trusted'
  /** To no such root, though nothing speaks against the chain as far as it goes. */
  | 'open'
  /** Every way on is closed: expired, not an authority, or with demands that are not known here. */
  | 'broken';

interface ChainOptions {
  /** Certificates that came along, none of them trusted. */
  readonly candidates: readonly Certificate[];
  readonly roots: readonly Certificate[];
  /** Every certificate of the chain must be in force then. Whether it is now does not matter. */
  readonly at: Date;
}

/** Longer chains do not occur. */
const MAX_DEPTH = 6;

/**
 * Follow the chain of a signer's certificate to a trusted root, each link with its signature, its validity at that time and
 * the right to issue.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-6
 */
export async function followChain(signer: Certificate, options: ChainOptions): Promise<ChainEnd> {
  // Breadth first, each certificate once: cross-signed ones must not multiply the work.
  const seen = new Set([signer]);
  let level = isUsable(signer, options) ? [signer] : [];
  let isOpen = false;
  for (let depth = 0; level.length > 0 && depth <= MAX_DEPTH; depth++) {
    if (level.some((certificate) => isRoot(certificate, options))) return 'trusted';
    const issuers = await Promise.all(level.map((certificate) => findIssuers(certificate, options)));
    isOpen ||= issuers.some((found) => found.length === 0);
    level = issuers
      .flat()
      .filter((issuer) => !seen.has(issuer) && isUsable(issuer, options) && mayIssue(issuer, depth));
    for (const issuer of level) seen.add(issuer);
  }
  return isOpen ? 'open' : 'broken';
}

/** Those whose key signed the certificate; none for one that signed itself. */
async function findIssuers(
  certificate: Certificate,
  { candidates, roots }: ChainOptions,
): Promise<Certificate[]> {
  if (equalBytes(certificate.issuer, certificate.subject)) return [];
  const named = [...roots, ...candidates].filter(({ subject }) => equalBytes(subject, certificate.issuer));
  const verdicts = await Promise.all(named.map((issuer) => isSignedBy(certificate, issuer)));
  return named.filter((_, index) => verdicts[index] === 'good');
}

const isRoot = (certificate: Certificate, { roots }: ChainOptions): boolean =>
  roots.some(({ raw }) => equalBytes(raw, certificate.raw));

const isUsable = (certificate: Certificate, { at }: ChainOptions): boolean =>
  isValidAt(certificate, at) && !demandsUnknown(certificate);
