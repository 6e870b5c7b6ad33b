import { ClientAddress } from './client-address';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as Parameters<ClientAddress['of']>[0];

describe('ClientAddress', () => {
  it('is the address of the connection without trusted proxies, whatever the header says', () => {
    expect(new ClientAddress([]).of(from('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
    expect(new ClientAddress(['0']).of(from('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
  });

  it('is the last entry of X-Forwarded-For that no trusted proxy has added', () => {
    const addresses = new ClientAddress(['loopback', '10.0.0.0/8']);
    expect(addresses.of(from('127.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4'))).toBe('198.51.100.1');
    expect(addresses.of(from('::ffff:127.0.0.1', '2001:db8::7'))).toBe('2001:db8::7');
    expect(addresses.of(from('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
  });

  it('counts proxies by number', () => {
    const addresses = new ClientAddress(['2']);
    expect(addresses.of(from('192.0.2.1', '1.1.1.1, 198.51.100.1, 192.0.2.2'))).toBe('198.51.100.1');
  });

  it('stops before an entry that is no address', () => {
    const addresses = new ClientAddress(['loopback']);
    expect(addresses.of(from('127.0.0.1', '<script>'))).toBe('127.0.0.1');
    expect(addresses.of(from('127.0.0.1', ''))).toBe('127.0.0.1');
  });

  it('refuses entries that are no range, by position', () => {
    expect(() => new ClientAddress(['loopback', '10.0.0.0/33'])).toThrow('Entry 2');
    expect(() => new ClientAddress(['proxy.internal'])).toThrow('Entry 1');
    expect(() => new ClientAddress(['true'])).toThrow('Entry 1');
    expect(() => new ClientAddress(['99'])).toThrow('at most 10');
  });
});
