import type { RequestHandler } from 'express';
import { EvidenceError } from '../src/core/error.ts';

/** Ends a route: answers OPTIONS, and every method that no handler took with 405 and `Allow`. */
export function refuseOthers(methods: readonly string[]): RequestHandler {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (req, res) => {
    res.setHeader('Allow', allow);
    if (req.method !== 'OPTIONS') throw new EvidenceError('METHOD_NOT_ALLOWED', `This route takes ${allow}.`);
    res.status(204).end();
  };
}
