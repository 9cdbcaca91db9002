/** One failure this service can report. `hint` is the default next step told to the caller. */
export interface ErrorDefinition {
  readonly status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;
  /** What happened, for people; also the default message. */
  readonly title: string;
  readonly hint: string;
  /** Seconds after which the same call may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

const define = <T extends Record<string, ErrorDefinition>>(errors: T): T => errors;

/**
 * Every failure code of the service. Codes are stable and never reused.
 *
 * @see design.md 4.2 and 4.13
 */
export const ERRORS = define({
  REQUEST_INVALID: {
    status: 400,
    title: 'The request is not valid.',
    hint: 'Fix the named fields and call again.',
  },
  JSON_MALFORMED: {
    status: 400,
    title: 'The body is not valid JSON.',
    hint: 'Send one JSON object with Content-Type: application/json.',
  },
  SOURCE_MISSING: {
    status: 400,
    title: 'Neither a source URL nor a file was sent.',
    hint: 'Send `source` (an http or https URL) or a file.',
  },
  FILE_EMPTY: { status: 400, title: 'The file is empty.', hint: 'Send a file of at least one byte.' },
  ID_MALFORMED: {
    status: 400,
    title: 'The id has a wrong form.',
    hint: 'Ids are a prefix such as ev_ and 26 characters of Crockford base 32.',
  },
  PROOF_MALFORMED: {
    status: 400,
    title: 'The proof cannot belong to a tree of this size.',
    hint: 'Send index, size and path as they were given out together.',
  },
  NOTE_MALFORMED: {
    status: 400,
    title: 'The signed note or its key is malformed.',
    hint: 'Send the note or key exactly as it was given out.',
  },
  CREDENTIALS_CONFLICT: {
    status: 400,
    title: 'Two different credentials were sent.',
    hint: 'Send one credential only.',
  },
  PAYMENT_MALFORMED: {
    status: 400,
    title: 'The payment header cannot be read.',
    hint: 'Build the payment from the 402 answer and send it again.',
  },
  AUTHENTICATION_REQUIRED: {
    status: 401,
    title: 'This call needs a credential.',
    hint: 'Send `Authorization: Bearer <API key>` or `X-API-Key: <API key>`. The operator makes one with `affiant apikeys create`.',
  },
  API_KEY_UNKNOWN: {
    status: 401,
    title: 'The API key is not known.',
    hint: 'Check the key; the operator lists keys with `affiant apikeys list`.',
  },
  PAYMENT_REQUIRED: {
    status: 402,
    title: 'This call must be paid.',
    hint: 'Pay as the body says, or send an API key.',
  },
  PAYMENT_INVALID: {
    status: 402,
    title: 'The payment was not accepted.',
    hint: 'Sign a new payment from the details in this answer.',
  },
  QUOTA_EXHAUSTED: {
    status: 402,
    title: 'The monthly credits of this API key are used up.',
    hint: 'Wait for the reset or move to a larger plan.',
  },
  API_KEY_SUSPENDED: {
    status: 403,
    title: 'The API key is suspended.',
    hint: 'Ask the operator of this service.',
  },
  API_KEY_REVOKED: { status: 403, title: 'The API key is revoked.', hint: 'Use another key.' },
  BILLING_EMAIL_MISMATCH: {
    status: 403,
    title: 'The API key was not bought with this e-mail.',
    hint: 'Send the e-mail that was used at checkout, with the API key it bought.',
  },
  ORIGIN_FORBIDDEN: {
    status: 403,
    title: 'Requests from this origin or host are not served here.',
    hint: 'Call the service by its own address.',
  },
  NOT_FOUND: {
    status: 404,
    title: 'No such resource.',
    hint: 'Check the id, and that it belongs to your credential.',
  },
  ROUTE_UNKNOWN: { status: 404, title: 'No such route.', hint: 'GET /openapi.json lists every route.' },
  TOOL_UNKNOWN: { status: 404, title: 'No such tool.', hint: 'tools/list names every tool.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'The route does not take this method.',
    hint: 'The Allow header names the methods that it takes.',
  },
  ARTIFACT_TAMPERED: {
    status: 409,
    title: 'Stored artifacts do not match the signed manifest.',
    hint: 'Do not rely on this bundle; `tampered` names what differs.',
  },
  BUNDLE_INCOMPLETE: {
    status: 409,
    title: 'The bundle is not complete yet.',
    hint: 'Poll its job, then call again.',
  },
  NOT_IN_CHECKPOINT: {
    status: 409,
    title: 'No checkpoint covers this part of the log yet.',
    hint: 'Make one with POST /v1/checkpoints, or wait for the next one.',
  },
  LEGAL_HOLD: { status: 409, title: 'The bundle is under legal hold.', hint: 'Release the hold first.' },
  BUNDLE_NOTARIZED: {
    status: 409,
    title: 'The bundle is notarized.',
    hint: 'Repeat with acknowledge_notarized=true to delete it all the same.',
  },
  VERIFY_FIRST: {
    status: 409,
    title: 'The recipient has not verified the bundle since the handoff.',
    hint: 'Verify the bundle in full as the recipient (agent_id or X-Agent-Id); accept once it is verified.',
  },
  CUSTODY_FULL: {
    status: 409,
    title: 'The custody chain of this bundle has reached its largest size.',
    hint: 'Capture the document again: a new bundle begins a new chain.',
  },
  SIGNING_KEY_LAST: {
    status: 409,
    title: 'It is the last signing key in force.',
    hint: 'Make another one first: `affiant keys create`, or `affiant keys rotate`.',
  },
  JOB_ENDED: {
    status: 409,
    title: 'The job has ended already.',
    hint: 'Read its outcome with GET /v1/jobs/{id}.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    title: 'The idempotency key was used with other parameters, or its first call still runs.',
    hint: 'Use a new key, or wait for the first call.',
  },
  ROUTE_RETIRED: { status: 410, title: 'This route is retired.', hint: 'Use POST /v1/extract.' },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: 'The upload is larger than the limit.',
    hint: 'Send a smaller file or a hosted source URL.',
  },
  MEDIA_TYPE_UNSUPPORTED: {
    status: 415,
    title: 'The content type of the request is not supported.',
    hint: 'Send application/json, multipart/form-data or the raw document.',
  },
  DOCUMENT_ENCRYPTED: {
    status: 422,
    title: 'The document is protected by a password.',
    hint: 'Remove the password and send it again.',
  },
  DOCUMENT_CORRUPT: {
    status: 422,
    title: 'The document is damaged and cannot be read.',
    hint: 'Check that the file opens elsewhere, then send it again.',
  },
  DOCUMENT_UNSUPPORTED: {
    status: 422,
    title: 'Documents of this kind cannot be read.',
    hint: 'Send HTML, text, Markdown, PDF or another supported kind.',
  },
  DOCUMENT_TOO_LARGE: {
    status: 422,
    title: 'The document is larger than the service reads.',
    hint: 'Send a smaller part of it.',
  },
  IMAGE_TOO_SMALL: {
    status: 422,
    title: 'The resolution of the image is too low to read text.',
    hint: 'Scan at 200 dpi or more.',
  },
  IMAGE_TOO_LARGE: {
    status: 422,
    title: 'The image has more pixels than the service reads.',
    hint: 'Scale it down and send it again.',
  },
  NO_TEXT_FOUND: {
    status: 422,
    title: 'No readable text was found.',
    hint: 'Send a sharper scan, or capture without text extraction.',
  },
  ENCODING_UNSUPPORTED: {
    status: 422,
    title: 'The text encoding of the document is not supported.',
    hint: 'Send it as UTF-8.',
  },
  ARCHIVE_BOMB: {
    status: 422,
    title: 'The archive expands beyond the limits.',
    hint: 'Send the documents inside it one by one.',
  },
  ARCHIVE_UNSAFE: {
    status: 422,
    title: 'The archive has unsafe entries.',
    hint: 'Send an archive as it was downloaded.',
  },
  PAGES_OUT_OF_RANGE: {
    status: 422,
    title: 'The page range lies beyond the end of the document.',
    hint: 'Ask for pages that exist.',
  },
  SELECTOR_NOT_FOUND: {
    status: 422,
    title: 'The selector matched nothing before the deadline.',
    hint: 'Check wait_for_selector against the page.',
  },
  URL_BLOCKED: {
    status: 422,
    title: 'The address may not be fetched from here.',
    hint: 'Only public http and https addresses are captured.',
  },
  URL_UNREACHABLE: {
    status: 422,
    title: 'The address could not be reached.',
    hint: 'Check the URL and that the site is up, then call again.',
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests.',
    hint: 'Wait as Retry-After says.',
    retryAfterSeconds: 60,
  },
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

/** A stable failure code, e.g. `URL_BLOCKED`. */
export type ErrorCode = keyof typeof ERRORS;
