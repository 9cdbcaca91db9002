import { defineErrors } from './definition.ts';

/** The state of what the call is about forbids it: 409. */
export const CONFLICT_ERRORS = defineErrors({
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
  MONITOR_EXHAUSTED: {
    status: 409,
    title: 'The checks of this monitor are used up.',
    hint: 'Create another monitor for the page.',
  },
  PAYMENT_REUSED: {
    status: 409,
    title: 'The payment was made for another request.',
    hint: 'Send it with the request that it was made for, or sign a new payment for this one.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    title: 'The idempotency key was used with other parameters, or its first call still runs.',
    hint: 'Use a new key, or wait for the first call.',
  },
});
