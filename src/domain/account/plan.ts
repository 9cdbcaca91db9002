import { z } from 'zod';

/** What an API key may spend in a calendar month. */
export interface Plan {
  readonly id: string;
  readonly monthlyCredits: number;
}

/** Plans by id, in the order of their file. */
export type Plans = ReadonlyMap<string, Plan>;

const file = z.strictObject({
  plans: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/),
        monthly_credits: z.int().min(0).max(1_000_000_000),
      }),
    )
    .min(1),
});

/**
 * Plans from the text of their file.
 *
 * ```json
 * { "plans": [{ "id": "free", "monthly_credits": 5000 }] }
 * ```
 *
 * @throws Error that says what is wrong with it.
 */
export function parsePlans(text: string): Plans {
  const parsed = file.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const plans = parsed.data.plans.map(({ id, monthly_credits }) => ({ id, monthlyCredits: monthly_credits }));
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  if (byId.size < plans.length) throw new Error('Two plans have the same id.');
  return byId;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('It is not valid JSON.');
  }
}
