import { EvidenceError } from '../core/error.ts';
import type { Owner, Principal } from '../domain/account/principal.ts';

/**
 * The caller as an owner of resources.
 *
 * @throws EvidenceError `AUTHENTICATION_REQUIRED` for anonymous callers. The pipeline has refused them
 *   before a tool with `auth: 'owner'` runs; this is the type's proof of it.
 */
export function requireOwner(principal: Principal): Owner {
  if (principal.kind === 'anonymous') throw new EvidenceError('AUTHENTICATION_REQUIRED');
  return principal;
}
