import { expect, it } from 'vitest';
import { ConfigurationError, readConfiguration } from '../../src/composition/configuration.ts';

/** The message with which reading ends. */
function refusal(env: Record<string, string>): string {
  try {
    readConfiguration(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

it('an empty environment is the embedded service on loopback', () => {
  expect(readConfiguration({})).toMatchObject({
    PORT: 8402,
    AFFIANT_HOST: '127.0.0.1',
    AFFIANT_DATA_DIR: './data',
    AFFIANT_RATE_LIMIT_PER_MINUTE: 120,
    AFFIANT_MAX_UPLOAD_BYTES: 4194304,
    allowNetworks: [],
  });
});

it('an empty value counts as absent', () => {
  expect(readConfiguration({ DATABASE_URL: '', PORT: '' })).toMatchObject({ PORT: 8402 });
});

it('an unknown name stops the start and names the nearest one', () => {
  expect(refusal({ AFFIANT_DATA_DIRECTORY: '/x' })).toContain(
    'AFFIANT_DATA_DIRECTORY: no such setting (did you mean AFFIANT_DATA_DIR?)',
  );
});

it('names of other programs are none of its business', () => {
  expect(() =>
    readConfiguration({ PATH: '/bin', OPENAI_API_KEY: 'x', NODE_ENV: 'production' }),
  ).not.toThrow();
});

it.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['AFFIANT_BASE_URL', 'ftp://x'],
  ['AFFIANT_BOOTSTRAP_API_KEY', 'afk_short_x'],
  ['DATABASE_URL', 'mysql://x'],
  ['AFFIANT_ALLOW_NETWORKS', '10.0.0.0'],
  ['LOG_LEVEL', 'loud'],
])('a malformed %s stops the start', (name, value) => {
  expect(refusal({ [name]: value })).toContain(name);
});

it('values are not repeated: they may be secrets', () => {
  expect(refusal({ AFFIANT_BOOTSTRAP_API_KEY: 'afk_planted_secret' })).not.toContain('planted');
});
