/** One failure this service can report. `hint` is the default next step told to the caller. */
export interface ErrorDefinition {
  readonly status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;
  /** What happened, for people; also the default message. */
  readonly title: string;
  readonly hint: string;
  /** Seconds after which the same call may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** Keeps the codes as literal types. */
export const defineErrors = <T extends Record<string, ErrorDefinition>>(errors: T): T => errors;
