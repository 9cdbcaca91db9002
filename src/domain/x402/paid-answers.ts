import type { IdempotencyRepository, IdempotentCall } from '../idempotency/port.ts';
import type { PaidAnswers, PaymentRecord } from './port.ts';

/** Answers of paid calls, kept beside those of idempotency keys: for a day, in files, gone with their bundle. */
export const createPaidAnswers = (answers: IdempotencyRepository): PaidAnswers => ({
  async keep(payment, output) {
    await answers.claim(callOf(payment));
    await answers.complete(callOf(payment), { kind: 'output', output });
  },
  async read(payment) {
    const claim = await answers.claim(callOf(payment));
    if (claim.kind === 'answered' && claim.answer.kind === 'output') return claim.answer.output;
    if (claim.kind === 'claimed') await answers.abandon(callOf(payment));
    return null;
  },
  remove: (payment) => answers.abandon(callOf(payment)),
});

/** The blank keeps these keys apart from those of callers, which hold visible characters only. */
const callOf = ({ ownerId, operation, paymentId, requestSha256 }: PaymentRecord): IdempotentCall => ({
  ownerId,
  operation,
  key: `payment ${paymentId}`,
  parametersSha256: requestSha256,
});
