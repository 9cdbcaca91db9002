import { defineErrors } from './definition.ts';

/** The caller may not, or has not paid: 401, 402, 403. */
export const ACCOUNT_ERRORS = defineErrors({
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
  SESSION_UNKNOWN: {
    status: 401,
    title: 'The session token is not known, or its hour is over.',
    hint: 'Sign in again: have the wallet sign `sign_in` and send it as the header SIGN-IN-WITH-X to a REST route.',
  },
  SIGN_IN_INVALID: {
    status: 401,
    title: 'The sign-in was not accepted.',
    hint: 'Sign the fresh challenge in `sign_in` as it stands; `reason` says what was wrong with this one.',
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
});
