import { cookieFor, hashOfToken, isOfDashboard, newToken } from './session.rules';

describe('tokens of sessions', () => {
  it('have 256 random bits and a hash of SHA-256', () => {
    const token = newToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(newToken()).not.toBe(token);
    expect(hashOfToken(token)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([undefined, '', 'short', 'x'.repeat(44), `${'x'.repeat(42)};`])('%s is no token', (text) => {
    expect(hashOfToken(text)).toBeNull();
  });
});

describe('the cookie', () => {
  it.each(['localhost', 'localhost:3000', '127.0.0.1:80', '127.1.2.3', '[::1]:3000'])(
    'has no prefix at the loopback address %s',
    (host) => {
      expect(cookieFor(host)).toEqual({ name: 'billing-session', secure: false });
    },
  );

  it.each([
    undefined,
    'billing.example.com',
    'localhost.example.com',
    'example.localhost:3000',
    '10.0.0.1',
    '1270.0.0.1',
  ])('is Secure with the prefix __Host- at %s', (host) => {
    expect(cookieFor(host)).toEqual({ name: '__Host-billing-session', secure: true });
  });
});

describe('requests of the dashboard', () => {
  const own = {
    host: 'billing.example.com',
    origin: 'https://billing.example.com',
    'dashboard-request': '1',
    'sec-fetch-site': 'same-origin',
  };

  it('are writes with its origin and header', () => {
    expect(isOfDashboard('POST', own)).toBe(true);
    const { 'sec-fetch-site': _, ...withoutMetadata } = own;
    expect(isOfDashboard('DELETE', withoutMetadata)).toBe(true);
  });

  it.each([
    ['another origin', { ...own, origin: 'https://evil.example.com' }],
    ['another port', { ...own, origin: 'https://billing.example.com:444' }],
    ['an opaque origin', { ...own, origin: 'null' }],
    ['no origin', { ...own, origin: undefined }],
    ['no header', { ...own, 'dashboard-request': undefined }],
    ['a sibling domain', { ...own, 'sec-fetch-site': 'same-site' }],
    ['another site', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['an address that the user entered', { ...own, 'sec-fetch-site': 'none' }],
  ])('are no writes with %s', (_, headers) => {
    expect(isOfDashboard('PUT', headers)).toBe(false);
  });

  it('are reads that no other origin caused', () => {
    expect(isOfDashboard('GET', { host: own.host })).toBe(true);
    expect(isOfDashboard('GET', { host: own.host, 'sec-fetch-site': 'none' })).toBe(true);
    expect(isOfDashboard('GET', { ...own, 'sec-fetch-site': 'same-site' })).toBe(false);
    expect(isOfDashboard('HEAD', { ...own, 'sec-fetch-site': 'cross-site' })).toBe(false);
  });
});
