import fc from 'fast-check';
import { AddressPolicy } from './address-policy';

const closed = new AddressPolicy([]);

const REFUSED = [
  // IPv4
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '100::1',
  '100:0:0:1::1',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff::10.0.0.1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002::1',
  '3ffe::1',
  '3fff::1',
  '3fff:fff::1',
  '5f00::1',
  '4000::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  // IPv6 with an embedded IPv4 address, even a public one
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:FFFF:7F00:0001',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::8.8.8.8',
  '2002:7f00:1::',
  '2002:808:808::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2600::5efe:127.0.0.1',
  '2600::200:5efe:10.0.0.1',
  // not IP addresses in plain notation
  '',
  'localhost',
  'example.com',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '256.1.1.1',
  '8.8.8.8 ',
  '[2600::1]',
  '2600::1%eth0',
  'fe80::1%1',
  '8.8.8.8/32',
];

const ALLOWED = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.1',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2600::1',
  '2a00:1450:4001::200e',
  '2606:4700::1111',
  '3ffd::1',
];

describe('AddressPolicy', () => {
  it.each(REFUSED)('refuses %s', (ip) => {
    expect(closed.isAllowed(ip)).toBe(false);
  });
  it.each(ALLOWED)('allows %s', (ip) => {
    expect(closed.isAllowed(ip)).toBe(true);
  });

  it('refuses every spelling of an IPv4 address in a blocked range', () => {
    fc.assert(
      fc.property(refusedIpv4(), (bytes) => {
        for (const ip of spellings(bytes)) expect([ip, closed.isAllowed(ip)]).toEqual([ip, false]);
      }),
      { numRuns: 500 },
    );
  });

  it('allows every spelling of an IPv4 address in an allow-listed range, and no other address', () => {
    const open = new AddressPolicy(['10.0.0.0/8']);
    fc.assert(
      fc.property(refusedIpv4(), (bytes) => {
        for (const ip of spellings(bytes)) expect([ip, open.isAllowed(ip)]).toEqual([ip, bytes[0] === 10]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('AddressPolicy with an allow-list', () => {
  it.each([
    [['127.0.0.0/8'], '127.3.2.1', true],
    [['127.0.0.0/8'], '::ffff:127.0.0.1', true],
    [['127.0.0.0/8'], '::1', false],
    [['127.0.0.0/8'], '10.0.0.1', false],
    [['::1/128'], '::1', true],
    [['::1/128'], '127.0.0.1', false],
    [['10.1.2.3'], '10.1.2.3', true],
    [['10.1.2.3'], '10.1.2.4', false],
    [['10.1.2.3/8'], '10.9.9.9', true],
    [['fd12:3456::/32'], 'fd12:3456::9', true],
    [['fd12:3456::/32'], 'fd12:3457::9', false],
    [['0.0.0.0/0'], '169.254.169.254', true],
    [[' 10.0.0.0/8 '], '10.0.0.1', true],
    [['::ffff:10.0.0.0/104'], '10.2.3.4', true],
    // ::/0 does not include embedded IPv4 addresses.
    [['::/0'], 'fe80::1', true],
    [['::/0'], '::ffff:127.0.0.1', false],
    // A NAT64 prefix opens public IPv4 addresses, never private ones.
    [['64:ff9b::/96'], '64:ff9b::8.8.8.8', true],
    [['64:ff9b::/96'], '64:ff9b::127.0.0.1', false],
    [['64:ff9b::/96', '127.0.0.0/8'], '64:ff9b::127.0.0.1', true],
  ])('given %j, isAllowed(%s) returns %s', (cidrs, ip, expected) => {
    expect(new AddressPolicy(cidrs).isAllowed(ip)).toBe(expected);
  });

  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/1e1',
    'localhost',
    '::1/129',
    'fe80::1%eth0/64',
    '10.0.0.0-10.0.0.9',
    '*',
    '300.0.0.0/8',
  ])('refuses the entry %j and names its position, not its value', (entry) => {
    expect(() => new AddressPolicy(['127.0.0.0/8', entry])).toThrow(
      /^Entry 2 of the allowed address ranges is not a valid CIDR range\.$/,
    );
  });
});

type Bytes = readonly [number, number, number, number];

function refusedIpv4(): fc.Arbitrary<Bytes> {
  const byte = fc.nat({ max: 255 });
  const range = (first: fc.Arbitrary<number>, second: fc.Arbitrary<number>) =>
    fc.tuple(first, second, byte, byte);
  return fc.oneof(
    range(fc.constantFrom(0, 10, 127), byte),
    range(fc.constant(100), fc.integer({ min: 64, max: 127 })),
    range(fc.constant(169), fc.constant(254)),
    range(fc.constant(172), fc.integer({ min: 16, max: 31 })),
    range(fc.constant(192), fc.constant(168)),
    range(fc.constant(198), fc.constantFrom(18, 19)),
    range(fc.integer({ min: 224, max: 255 }), byte),
  );
}

function spellings([a, b, c, d]: Bytes): string[] {
  const dotted = [a, b, c, d].join('.');
  const high = ((a << 8) | b).toString(16);
  const low = ((c << 8) | d).toString(16);
  const flipped = [~((a << 8) | b) & 0xffff, ~((c << 8) | d) & 0xffff]
    .map((group) => group.toString(16))
    .join(':');
  return [
    dotted,
    `::ffff:${dotted}`,
    `::FFFF:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::ffff:0:${dotted}`,
    `64:ff9b::${dotted}`,
    `64:ff9b::${high}:${low}`,
    `2002:${high}:${low}::1`,
    `2001:0:1:2:3:4:${flipped}`,
    `2600::5efe:${dotted}`,
  ];
}
