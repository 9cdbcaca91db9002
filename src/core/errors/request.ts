import { defineErrors } from './definition.ts';

/** The request itself is at fault: 400, 404, 405, 410, 413, 415, 429. */
export const REQUEST_ERRORS = defineErrors({
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
  SIGN_IN_MALFORMED: {
    status: 400,
    title: 'The header SIGN-IN-WITH-X cannot be read.',
    hint: 'Send base64 of JSON: the fields of `sign_in` in the 401 answer, with address and signature.',
  },
  PAYMENT_MALFORMED: {
    status: 400,
    title: 'The payment header cannot be read.',
    hint: 'Build the payment from the 402 answer and send it again.',
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
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests.',
    hint: 'Wait as Retry-After says.',
    retryAfterSeconds: 60,
  },
});
