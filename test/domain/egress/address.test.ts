import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowedAddress, normaliseAddress } from '../../../src/domain/egress/address.ts';

// IANA special-purpose registries, and the ways an IPv4 address hides in an IPv6 one.
const DENIED =
  `127.0.0.1 127.255.255.254 0.0.0.0 10.1.1.1 172.16.0.5 172.31.255.255 192.168.1.1 169.254.169.254
  100.64.0.1 192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.5 224.0.0.1 240.0.0.1
  255.255.255.255 168.63.129.16 :: ::1 ::ffff:169.254.169.254 ::ffff:a9fe:a9fe ::ffff:168.63.129.16
  ::169.254.169.254 64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:a9fe:a9fe::1 2001:0:1::1 fe80::1 fc00::1
  fd00:ec2::254 fec0::1 ff02::1 2001:db8::1 3fff::1 100::1 5f00::1 4000::1 1::1`.split(/\s+/);

const ODD = [
  '',
  '0177.0.0.1',
  '0x7f000001',
  '2130706433',
  '127.1',
  '8.8.8',
  '8.8.8.8 ',
  'localhost',
  'fe80::1%eth0',
];

describe('isAllowedAddress', () => {
  it.each(DENIED)('denies %s', (address) => {
    expect(isAllowedAddress(address, 443, [])).toBe(false);
  });

  it.each(ODD)('denies %j, which is no plain public address', (address) => {
    expect(isAllowedAddress(address, 443, [])).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8'])(
    'allows %s',
    (address) => {
      expect(isAllowedAddress(address, 443, [])).toBe(true);
    },
  );

  it('opens an allowed network at its port only', () => {
    const networks = [{ cidr: '127.0.0.0/8', port: 8080 }];
    expect(isAllowedAddress('127.0.0.1', 8080, networks)).toBe(true);
    expect(isAllowedAddress('::ffff:127.9.9.9', 8080, networks)).toBe(true);
    expect(isAllowedAddress('127.0.0.1', 8081, networks)).toBe(false);
    expect(isAllowedAddress('::1', 8080, networks)).toBe(false);
    expect(isAllowedAddress('10.0.0.1', 8080, networks)).toBe(false);
  });

  it('opens an allowed network of IPv6 at every port when none is named', () => {
    expect(isAllowedAddress('fd00::7', 1234, [{ cidr: 'fd00::/8', port: null }])).toBe(true);
    expect(isAllowedAddress('fe80::7', 1234, [{ cidr: 'fd00::/8', port: null }])).toBe(false);
  });

  it('judges an IPv4 address and its IPv4-mapped form alike', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isAllowedAddress(`::ffff:${address}`, 80, [])).toBe(isAllowedAddress(address, 80, []));
      }),
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) => void isAllowedAddress(text, 80, [{ cidr: '10.0.0.0/8', port: null }]),
      ),
    );
  });
});

describe('normaliseAddress', () => {
  it('shortens IPv6 and takes IPv4 out of its mapped form', () => {
    expect(normaliseAddress('::ffff:7f00:1')).toBe('127.0.0.1');
    expect(normaliseAddress('2001:0DB8:0:0::1')).toBe('2001:db8::1');
    expect(normaliseAddress('nothing')).toBeNull();
  });
});
