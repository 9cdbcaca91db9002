import { EvidenceError } from '../../core/error.ts';

/** A note, checkpoint or key that breaks its format. One message for each format: readers need no more. */
export const malformed = (what: 'note' | 'checkpoint' | 'verifier key' | 'log proof'): EvidenceError =>
  new EvidenceError('NOTE_MALFORMED', `The ${what} is malformed.`);
