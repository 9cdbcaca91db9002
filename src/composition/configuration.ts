import { z } from 'zod';
import { parseAllowedNetworks } from '../domain/egress/allowed-networks.ts';
import type { AllowedNetwork } from '../domain/egress/port.ts';

/** Digits only: `Number` would also take blanks and other bases. */
const count = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));
const port = count(0, 65_535);
const text = z.string().min(1);

/**
 * Every environment variable that the service reads (design.md 2.1). Parts that are not built yet have
 * their names here already, so that an operator's file stays valid.
 */
const VARIABLES = {
  PORT: port.prefault('8402'),
  AFFIANT_HOST: text.default('127.0.0.1'),
  AFFIANT_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  AFFIANT_DATA_DIR: text.default('./data'),
  AFFIANT_BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^afk_[a-z0-9]{8,32}_[A-Za-z0-9]{32,128}$/, 'expected afk_<8-32 of a-z0-9>_<32+ of A-Za-z0-9>')
    .optional(),
  AFFIANT_BOOTSTRAP_PLAN: text.default('scale'),
  AFFIANT_BOOTSTRAP_EMAIL: z.email().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  AFFIANT_STORE: text.optional(),
  AFFIANT_LANCE_URI: text.optional(),
  AFFIANT_S3_FORCE_PATH_STYLE: z.enum(['true', 'false', '1', '0']).optional(),
  AFFIANT_API_KEY: text.optional(),
  AFFIANT_ALLOW_NETWORKS: text.optional(),
  AFFIANT_CHROMIUM: text.optional(),
  AFFIANT_OCR_LANGS: z
    .string()
    .regex(/^[a-z_]+([,+][a-z_]+)*$/i)
    .default('eng'),
  AFFIANT_CHAT_MODEL: text.optional(),
  AFFIANT_EMBEDDING_MODEL: text.optional(),
  AFFIANT_X402_PAY_TO: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .optional(),
  AFFIANT_X402_NETWORK: z.enum(['eip155:84532', 'eip155:8453']).default('eip155:84532'),
  AFFIANT_X402_FACILITATOR: text.optional(),
  AFFIANT_EVM_RPC_URL: z.url().optional(),
  AFFIANT_SETTLER_PRIVATE_KEY: text.optional(),
  AFFIANT_NOTARY_PRIVATE_KEY: text.optional(),
  AFFIANT_NOTARY_NETWORK: text.optional(),
  AFFIANT_TSA_URLS: text.optional(),
  AFFIANT_TSA_ROOTS_FILE: text.optional(),
  AFFIANT_CHECKPOINT_MINUTES: count(1, 10_080).prefault('10'),
  AFFIANT_WITNESS_URLS: text.optional(),
  AFFIANT_LOG_ORIGIN: text.optional(),
  AFFIANT_SIGNING_KEY: text.optional(),
  AFFIANT_SIGNING_KEY_FILE: text.optional(),
  AFFIANT_LOG_KEY: text.optional(),
  AFFIANT_LOG_KEY_FILE: text.optional(),
  AFFIANT_KEY_PASSPHRASE: text.optional(),
  AFFIANT_KEY_PASSPHRASE_FILE: text.optional(),
  AFFIANT_MONITOR_CONFIRM_SECONDS: count(0, 3600).prefault('10'),
  AFFIANT_SWEEP_SECONDS: count(1, 86_400).prefault('60'),
  AFFIANT_RATE_LIMIT_PER_MINUTE: count(1, 1_000_000).prefault('120'),
  AFFIANT_MAX_UPLOAD_BYTES: count(1, 64 * 1024 * 1024).prefault('4194304'),
  AFFIANT_CAPTURE_CONCURRENCY: count(1, 64).optional(),
  STRIPE_SECRET_KEY: text.optional(),
  AFFIANT_STRIPE_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  AFFIANT_UPGRADE_URL: z.url().optional(),
  AFFIANT_METRICS_PORT: port.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};

const environment = z.object(VARIABLES);
type Variables = z.output<typeof environment>;

/** Where evidence goes must never be something else than the operator said: these are refused until they work. */
const NOT_BUILT = ['AFFIANT_STORE', 'AFFIANT_LANCE_URI'];

/** The service's configuration, checked. */
export interface Configuration extends Variables {
  readonly allowNetworks: readonly AllowedNetwork[];
}

/** A variable that stops the start: which one, and the mend. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Read the configuration from environment variables. Empty values count as absent.
 *
 * @throws ConfigurationError for an unknown `AFFIANT_*` name or a malformed value, all of them at once.
 *   Values are not repeated: some are secrets.
 */
export function readConfiguration(env: Readonly<Record<string, string | undefined>>): Configuration {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const unknown = Object.keys(given).filter(
    (name) => name.startsWith('AFFIANT_') && !(name in VARIABLES) && !isTestName(name),
  );
  const parsed = environment.safeParse(given);
  const problems = [
    ...NOT_BUILT.filter((name) => name in given).map((name) => `${name}: not built yet in this version`),
    ...unknown.map((name) => `${name}: no such setting${nearest(name)}`),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  ];
  if (problems.length > 0 || !parsed.success) throw new ConfigurationError(problems.join('\n'));
  return { ...parsed.data, allowNetworks: readNetworks(parsed.data.AFFIANT_ALLOW_NETWORKS) };
}

function readNetworks(list: string | undefined): readonly AllowedNetwork[] {
  try {
    return list ? parseAllowedNetworks(list) : [];
  } catch (error) {
    throw new ConfigurationError(
      `AFFIANT_ALLOW_NETWORKS: ${error instanceof Error ? error.message : 'malformed'}`,
    );
  }
}

/** Read by the test set-up, never by the service. */
const isTestName = (name: string): boolean => name.startsWith('AFFIANT_TEST_');

/** " (did you mean X?)" when a known name shares most words with it. */
function nearest(name: string): string {
  const words = new Set(name.split('_'));
  const score = (known: string) => known.split('_').filter((word) => words.has(word)).length;
  const [best] = Object.keys(VARIABLES).toSorted((a, b) => score(b) - score(a));
  return best && score(best) > 1 ? ` (did you mean ${best}?)` : '';
}
