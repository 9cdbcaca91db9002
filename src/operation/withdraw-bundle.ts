import { EvidenceError } from '../core/error.ts';
import type { MadeContext } from './define-tool.ts';

/** Delete a bundle that nobody pays for. Its id was told to nobody. */
export async function withdrawBundle(bundleId: string, { services, owner }: MadeContext): Promise<void> {
  try {
    await services.deletions.delete(owner, bundleId, { acknowledgesNotarized: true });
  } catch (error) {
    // Never published, gone already, or under the hold that the call asked for.
    if (!(error instanceof EvidenceError) || error.status >= 500) throw error;
  }
}
