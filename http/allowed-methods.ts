import type { RequestHandler } from 'express';
import { EvidenceError } from '../src/core/error.ts';

/**
 * Ends a route: answers OPTIONS, and every method that no handler took with 405 and `Allow`.
 *
 * @param hasHead whether HEAD is taken where GET is; by default it is.
 */
export function refuseOthers(
  methods: readonly string[],
  { hasHead = methods.includes('GET') }: { readonly hasHead?: boolean } = {},
): RequestHandler {
  const allow = [...methods, ...(hasHead ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (req, res) => {
    res.setHeader('Allow', allow);
    if (req.method !== 'OPTIONS') throw new EvidenceError('METHOD_NOT_ALLOWED', `This route takes ${allow}.`);
    res.status(204).end();
  };
}
