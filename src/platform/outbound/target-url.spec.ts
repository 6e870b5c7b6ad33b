import fc from 'fast-check';
import { AddressPolicy } from './address-policy';
import { isBlockedPort } from './port-policy';
import { parseTargetUrl } from './target-url';

const closed = new AddressPolicy([]);
const loopback = new AddressPolicy(['127.0.0.0/8', '::1/128']);

const codeOf = (raw: string, policy = closed) => {
  const result = parseTargetUrl(raw, policy);
  return result.ok ? 'ok' : result.code;
};

const LOOPBACK_SPELLINGS = [
  'http://127.0.0.1/',
  'http://127.0.0.1',
  'https://127.0.0.1:8443/x?y',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0X7F.0.0.0x1/',
  'http://017700000001/',
  'http://0177.0.0.01/',
  'http://127.0.0.1./',
  'http://127.1./',
  'http://%31%32%37.0.0.1/',
  'http://１２７.０.０.１/',
  'http://127。0。0。1/',
  'http://127．0．0．1/',
  'http://127｡0｡0｡1/',
  'http://⑫7.0.0.1/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://localhost/',
  'http://LOCALHOST:8080/',
  'http://localhost./',
  'http://ｌocalhost/',
  'http://a.localhost/',
  'http://a.b.localhost./',
];

const OTHER_BLOCKED = [
  'http://0/',
  'http://0.0.0.0/',
  'http://[::]/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://172.16.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:7f00:1::]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://100.64.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://192.0.2.1/',
  'http://[2001:db8::1]/',
];

const INVALID = [
  '',
  'example.com',
  '/hooks',
  '//example.com/',
  'http:',
  'http://',
  'http:///',
  'http:example.com',
  'http:/example.com',
  'http:///example.com/',
  'http://exa mple.com/',
  ' http://example.com/',
  'http://example.com/\n',
  'ht\ttp://example.com/',
  'http:\\\\example.com\\',
  'http://example.com\\@127.0.0.1/',
  'http://example.com/\0',
  'http://1.2.3.4.5/',
  'http://256.1.1.1/',
  'http://[::1/',
  'http://[fe80::1%25eth0]/',
  'http://example.com:65536/',
  'http://example.com:x/',
];

const ACCEPTED = [
  'http://example.com',
  'https://example.com/',
  'HTTPS://EXAMPLE.com/Hooks',
  'https://example.com:8443/a/b?c=d&e=@',
  'http://example.com./',
  'http://8.8.8.8/',
  'http://[2606:4700::1111]:3000/',
  'https://bücher.example/',
  'http://intranet/',
  'http://localhost.example.com/',
  'http://notlocalhost/',
  'https://example.com/path@with:signs',
  'http://example.com:1024/',
];

describe('parseTargetUrl', () => {
  it.each(ACCEPTED)('accepts %s', (raw) => {
    expect(parseTargetUrl(raw, closed)).toMatchObject({ ok: true });
  });
  it.each(INVALID)('refuses %j as invalid', (raw) => {
    expect(codeOf(raw)).toBe('invalid_url');
  });
  it.each([...LOOPBACK_SPELLINGS, ...OTHER_BLOCKED])('refuses the address of %s', (raw) => {
    expect(codeOf(raw)).toBe('blocked_address');
  });
  it.each(LOOPBACK_SPELLINGS)('accepts %s if loopback is allow-listed', (raw) => {
    expect(codeOf(raw, loopback)).toBe('ok');
  });
  it.each(OTHER_BLOCKED.filter((raw) => !raw.includes('127.0.0.1') && !raw.includes('7f00')))(
    'still refuses %s if only loopback is allow-listed',
    (raw) => {
      expect(codeOf(raw, loopback)).toBe('blocked_address');
    },
  );

  it.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://example.com/',
    'ws://example.com/',
    'data:,x',
    'javascript:1',
  ])('refuses the scheme of %s', (raw) => {
    expect(codeOf(raw)).toBe('unsupported_scheme');
  });

  it.each([
    'http://user@example.com/',
    'http://user:secret@example.com/',
    'http://:secret@example.com/',
    'http://@example.com/',
    'https://:@example.com?x',
  ])('refuses the credentials of %s', (raw) => {
    expect(codeOf(raw)).toBe('url_credentials');
  });

  it.each([
    'https://example.com/#',
    'https://example.com/#top',
    'https://example.com#',
    'https://example.com/?a#b',
  ])('refuses the fragment of %s', (raw) => {
    expect(codeOf(raw)).toBe('url_fragment');
  });

  it.each([0, 7, 22, 25, 53, 110, 1433, 1521, 3306, 5432, 6379, 6667, 9200, 9300, 11211, 27017])(
    'refuses port %i',
    (port) => {
      expect(codeOf(`http://example.com:${port}/`)).toBe('blocked_port');
      expect(codeOf(`http://127.0.0.1:${port}/`, loopback)).toBe('blocked_port');
    },
  );

  it.each([80, 81, 443, 1024, 3000, 8000, 8080, 8443, 9000, 50_000, 65_535])('accepts port %i', (port) => {
    expect(codeOf(`https://example.com:${port}/`)).toBe('ok');
    expect(isBlockedPort(port)).toBe(false);
  });

  it('accepts 2048 characters and refuses 2049', () => {
    const url = 'https://example.com/';
    expect(codeOf(url.padEnd(2048, 'x'))).toBe('ok');
    expect(codeOf(url.padEnd(2049, 'x'))).toBe('too_long');
  });

  it('the message of a refusal does not contain the URL', () => {
    const result = parseTargetUrl('http://user:hunter2@example.com/', closed);
    expect(result).toEqual({
      ok: false,
      code: 'url_credentials',
      message: 'The URL must not contain a user name or password.',
    });
  });

  it('for any input, does not throw, and accepts only http and https URLs without credentials or a fragment', () => {
    const part = fc.constantFrom(
      'http',
      'https',
      'file',
      ':',
      '/',
      '//',
      '@',
      '#',
      '[',
      ']',
      '127.0.0.1',
      '::1',
      '0x7f',
    );
    const text = fc.oneof(
      fc.webUrl(),
      fc.string({ unit: 'grapheme' }),
      fc.array(part).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (raw) => {
        const result = parseTargetUrl(raw, closed);
        if (!result.ok) return;
        expect(result.url.protocol).toMatch(/^https?:$/);
        expect(result.url.username + result.url.password + result.url.hash).toBe('');
        expect(result.url.href).not.toContain('#');
      }),
      { numRuns: 2_000 },
    );
  });
});
