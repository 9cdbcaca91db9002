import { expect, it } from 'vitest';
import { buildCatalogue } from '../../src/operation/catalogue.ts';
import { buildAgentCard } from '../../src/projection/agent-card.ts';
import { FAKE_TOOLS } from '../support/fake-tools.ts';

const card = (signInNetwork?: string) =>
  buildAgentCard(buildCatalogue(FAKE_TOOLS), {
    baseUrl: 'http://127.0.0.1:8402',
    version: '1.2.3',
    ...(signInNetwork && { signInNetwork }),
  });

it('tells how a wallet signs in, where one can', () => {
  expect(card()['auth']).not.toHaveProperty('sign_in_with_x');
  expect(card('eip155:84532')['auth']).toMatchObject({
    schemes: expect.arrayContaining(['sign_in_with_x']),
    sign_in_with_x: {
      header: expect.stringContaining('SIGN-IN-WITH-X'),
      networks: ['eip155:84532'],
      session: { header: 'X-Session-Token' },
    },
  });
});
