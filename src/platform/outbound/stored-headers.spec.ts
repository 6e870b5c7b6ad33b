import { isSecretHeader, toStoredHeaders } from './stored-headers';

describe('toStoredHeaders', () => {
  it('returns a line for each header, and for each value of one that is repeated', () => {
    const headers = { 'content-type': 'text/plain', via: ['1.1 a', '1.1 b'] };
    expect(toStoredHeaders(headers, Infinity)).toBe('content-type: text/plain\nvia: 1.1 a\nvia: 1.1 b\n');
  });

  it('removes values that can be credentials', () => {
    const headers = { 'set-cookie': ['session=1', 'other=2'], 'x-api-key': 'k', 'content-length': '2' };
    expect(toStoredHeaders(headers, Infinity)).toBe(
      'set-cookie: [removed]\nset-cookie: [removed]\nx-api-key: [removed]\ncontent-length: 2\n',
    );
    for (const name of ['Authorization', 'Proxy-Authorization', 'Cookie', 'X-Auth-Token', 'apikey'])
      expect(isSecretHeader(name)).toBe(true);
    for (const name of ['webhook-signature', 'X-Svc-Signature', 'date', 'www-authenticate'])
      expect(isSecretHeader(name)).toBe(false);
  });

  it('returns at most the given number of characters, and none that PostgreSQL rejects', () => {
    expect(toStoredHeaders({ a: 'x'.repeat(9000), b: 'y' }, 512)).toHaveLength(512);
    expect(toStoredHeaders({ a: 'x\0y' }, Infinity)).toBe('a: xy\n');
  });
});
