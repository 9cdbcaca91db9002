import { createGuardedFetcher } from '../adapters/egress/guarded-fetch.ts';
import { toEvidenceError } from '../core/error.ts';
import { type Configuration, ConfigurationError } from './configuration.ts';
import { openFacilitator } from './facilitator.ts';
import type { Finding } from './finding.ts';

const SUBJECT = 'x402';

/** Whether payments by wallet can be taken as configured. */
export async function examinePayments({
  configuration,
}: {
  readonly configuration: Configuration;
}): Promise<Finding> {
  const { AFFIANT_X402_PAY_TO: payTo, AFFIANT_X402_NETWORK: network } = configuration;
  if (!payTo) return { subject: SUBJECT, state: 'off', detail: 'not configured (AFFIANT_X402_PAY_TO)' };
  try {
    const fetcher = createGuardedFetcher({ networks: configuration.allowNetworks });
    const { choice, findProblem } = await openFacilitator({ configuration, fetcher });
    const problem = await findProblem();
    const detail = `to ${payTo} on ${network} through ${choice}`;
    return problem === null
      ? { subject: SUBJECT, state: 'ok', detail }
      : { subject: SUBJECT, state: 'fault', detail: problem, mend: 'Correct the AFFIANT_X402_ settings.' };
  } catch (error) {
    if (error instanceof ConfigurationError)
      return { subject: SUBJECT, state: 'fault', detail: error.message, mend: 'Correct the setting.' };
    const { code } = toEvidenceError(error);
    const mend =
      'Check AFFIANT_X402_FACILITATOR, AFFIANT_EVM_RPC_URL and, for private addresses, AFFIANT_ALLOW_NETWORKS.';
    return { subject: SUBJECT, state: 'fault', detail: `cannot be reached (${code})`, mend };
  }
}
