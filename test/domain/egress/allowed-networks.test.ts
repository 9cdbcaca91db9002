import { describe, expect, it } from 'vitest';
import { parseAllowedNetworks } from '../../../src/domain/egress/allowed-networks.ts';

describe('parseAllowedNetworks', () => {
  it('reads networks with and without a port', () => {
    expect(parseAllowedNetworks('127.0.0.0/8:8080, 10.1.0.0/16,[fd00::/8]:443,[::1/128],')).toEqual([
      { cidr: '127.0.0.0/8', port: 8080 },
      { cidr: '10.1.0.0/16', port: null },
      { cidr: 'fd00::/8', port: 443 },
      { cidr: '::1/128', port: null },
    ]);
  });

  it('takes an empty text for no network', () => {
    expect(parseAllowedNetworks('')).toEqual([]);
    expect(parseAllowedNetworks(' , ')).toEqual([]);
  });

  it.each([
    '10.0.0.5/8',
    '10.0.0.0',
    '10.0.0.0/33',
    '10.0/8',
    'fd00::/8',
    '[fd00::1/8]',
    '[fd00::/129]',
    '[10.0.0.0/8]',
    'localhost',
    '10.0.0.0/8:0',
    '10.0.0.0/8:70000',
    '10.0.0.0/8:http',
    '010.0.0.0/8',
  ])('names %j as the part that is wrong', (part) => {
    expect(() => parseAllowedNetworks(`127.0.0.0/8,${part}`)).toThrow(`"${part}"`);
  });
});
