import { defineErrors } from './definition.ts';

/** The service or its operator is at fault: 500, 503. */
export const AVAILABILITY_ERRORS = defineErrors({
  START_REFUSED: {
    status: 500,
    title: 'Without an API key nobody could use the service on this address.',
    hint: 'Set AFFIANT_BOOTSTRAP_API_KEY, or make a key with `affiant apikeys create` first.',
  },
  INTERNAL: {
    status: 500,
    title: 'Unexpected error.',
    hint: 'Retry with exponential backoff; report request_id if it stays.',
  },
  SIGNING_KEY_MISSING: {
    status: 500,
    title: 'This node does not have the signing key of its database.',
    hint: 'Set AFFIANT_SIGNING_KEY as on the other nodes, or copy their keys/ folder.',
  },
  KEY_FILE_LOCKED: {
    status: 500,
    title: 'A key file cannot be decrypted.',
    hint: 'Set AFFIANT_KEY_PASSPHRASE (or AFFIANT_KEY_PASSPHRASE_FILE) to the passphrase that it was encrypted with.',
  },
  WEBHOOK_SECRET_LOCKED: {
    status: 500,
    title: 'The secret of a webhook cannot be decrypted on this node.',
    hint: 'Copy keys/job-secret.key from the node that created it.',
  },
  LOG_KEY_MISSING: {
    status: 500,
    title: 'This node does not have the Ed25519 key of the log.',
    hint: 'Restore keys/log-key.json in the data folder, or set AFFIANT_LOG_KEY as on the other nodes.',
  },
  LOG_ORIGIN_CHANGED: {
    status: 500,
    title: 'The log has another origin already.',
    hint: 'Set AFFIANT_LOG_ORIGIN to the origin of the first start, or leave it empty.',
  },
  LOG_INCONSISTENT: {
    status: 500,
    title: 'The log does not hold what its last checkpoint states.',
    hint: 'Nothing was signed. Restore the database from its latest backup.',
  },
  OVERLOADED: {
    status: 503,
    title: 'The service has too much work.',
    hint: 'Wait as Retry-After says, then call again.',
    retryAfterSeconds: 5,
  },
  DEADLINE_EXCEEDED: {
    status: 503,
    title: 'The work did not end before its deadline.',
    hint: 'Call again, or store the bundle and poll its job.',
    retryAfterSeconds: 5,
  },
  SETTLEMENT_PENDING: {
    status: 503,
    title: 'It is not known yet whether the payment went through.',
    hint: 'Wait as Retry-After says, then send the same request with the same payment. Do not sign another one: you are not charged twice.',
    retryAfterSeconds: 5,
  },
  FACILITATOR_UNAVAILABLE: {
    status: 503,
    title: 'The payment cannot be verified now.',
    hint: 'Nothing was paid. Wait as Retry-After says, then send the same payment again.',
    retryAfterSeconds: 5,
  },
  CHAIN_UNAVAILABLE: {
    status: 503,
    title: 'The chain cannot be reached.',
    hint: 'Wait as Retry-After says, then call again.',
    retryAfterSeconds: 10,
  },
  BILLING_UNAVAILABLE: {
    status: 503,
    title: 'The billing portal is not available.',
    hint: 'Ask the operator of this service; without a payment provider it has none.',
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    title: 'The database cannot be reached.',
    hint: 'Wait as Retry-After says, then call again.',
    retryAfterSeconds: 5,
  },
  DATA_DIR_LOCKED: {
    status: 503,
    title: 'Another process uses this data folder.',
    hint: 'Stop that process, or use another AFFIANT_DATA_DIR.',
  },
  BROWSER_UNAVAILABLE: {
    status: 503,
    title: 'No browser is available for captures.',
    hint: 'The operator runs `affiant doctor`.',
    retryAfterSeconds: 30,
  },
  TIMESTAMP_FAILED: {
    status: 503,
    title: 'A timestamping authority gave no good timestamp.',
    hint: 'It is asked again later; `details` say what was wrong.',
  },
  WITNESS_FAILED: {
    status: 503,
    title: 'A witness did not cosign the checkpoint.',
    hint: 'It is asked again at the next checkpoint round.',
  },
});
