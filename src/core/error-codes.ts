import { ACCOUNT_ERRORS } from './errors/account.ts';
import { AVAILABILITY_ERRORS } from './errors/availability.ts';
import { CONFLICT_ERRORS } from './errors/conflict.ts';
import { DOCUMENT_ERRORS } from './errors/document.ts';
import { REQUEST_ERRORS } from './errors/request.ts';

/**
 * Every failure code of the service. Codes are stable and never reused.
 *
 * @see design.md 4.2 and 4.13
 */
export const ERRORS = {
  ...REQUEST_ERRORS,
  ...ACCOUNT_ERRORS,
  ...CONFLICT_ERRORS,
  ...DOCUMENT_ERRORS,
  ...AVAILABILITY_ERRORS,
};

/** A stable failure code, e.g. `URL_BLOCKED`. */
export type ErrorCode = keyof typeof ERRORS;
