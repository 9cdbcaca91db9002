import { Router } from 'express';
import { EvidenceError } from '../src/core/error.ts';
import { refuseOthers } from './allowed-methods.ts';

/** Path -> what to do instead. */
const RETIRED: Readonly<Record<string, string>> = {
  '/v1/screenshot': 'Use POST /v1/extract with include containing "screenshot".',
  '/v1/pdf': 'Use POST /v1/extract with include containing "pdf".',
  '/v1/extract/describe': 'Use POST /v1/extract with mode "describe".',
};

/** Routes that are gone answer 410 and name what replaces them, whatever the body and without a key. */
export function retiredRoutes(): Router {
  const router = Router({ caseSensitive: true });
  for (const [path, hint] of Object.entries(RETIRED)) {
    router.post(path, () => {
      throw new EvidenceError('ROUTE_RETIRED', undefined, {
        hint,
        details: { replacement: 'POST /v1/extract' },
      });
    });
  }
  for (const path of ['/v1/screenshot', '/v1/pdf']) router.all(path, refuseOthers(['POST']));
  return router;
}
