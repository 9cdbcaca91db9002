import { EvidenceError } from '../core/error.ts';
import type { PreparedWebhook } from '../domain/webhook/webhook-service.ts';
import type { ToolContext } from './define-tool.ts';
import { text } from './fields.ts';

/** Fields of every operation that goes on after its answer. */
export const webhookInput = {
  webhook_url: text.min(1).max(2048).optional().describe('URL told of progress and end'),
  webhook_secret: text.max(100).optional().describe('Your own whsec_…; default: a new one'),
};

/** The secret in the answer of such an operation. */
export const webhookSecret = text.describe('Verifies deliveries to webhook_url; shown only here');

interface WebhookFields {
  readonly webhook_url?: string | undefined;
  readonly webhook_secret?: string | undefined;
}

/**
 * The webhook that a caller asks for, judged; null when it asks for none.
 *
 * @throws EvidenceError `REQUEST_INVALID`, `URL_BLOCKED`.
 */
export async function prepareWebhook(
  { webhook_url: url, webhook_secret: secret }: WebhookFields,
  { services, signal }: ToolContext,
): Promise<PreparedWebhook | null> {
  if (url !== undefined) return services.webhooks.prepare({ url, secret: secret ?? null }, signal);
  if (secret !== undefined) throw new EvidenceError('REQUEST_INVALID', 'webhook_secret: needs webhook_url.');
  return null;
}
