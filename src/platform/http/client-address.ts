import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Names of ranges, as in the setting `trust proxy` of Express. */
const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const MAX_HOPS = 10;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Returns an IPv4 address that IPv6 embeds, as dual-stack sockets report it, in its own notation. */
const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Finds the address of the client behind trusted proxies. Only a trusted proxy's X-Forwarded-For counts, and of it only
 * the entries that trusted proxies have added: a client can write anything into the header.
 */
export class ClientAddress {
  private readonly trusted = new BlockList();
  private readonly hops: number;

  /**
   * @param proxies addresses, CIDR ranges, `loopback`, `linklocal` and `uniquelocal`, or one number of proxies in a row
   * @throws Error with the position (from 1) of an invalid entry
   */
  constructor(proxies: readonly string[]) {
    const [only = ''] = proxies;
    this.hops = proxies.length === 1 && /^\d{1,2}$/.test(only) ? Number(only) : 0;
    if (this.hops > MAX_HOPS) throw new Error(`A number of proxies must be at most ${MAX_HOPS}.`);
    if (this.hops > 0 || only === '0') return;
    proxies.forEach((entry, index) => {
      for (const range of NAMED_RANGES[entry] ?? [entry]) {
        if (!this.trust(range)) {
          throw new Error(`Entry ${index + 1} is neither an address, a CIDR range nor the name of a range.`);
        }
      }
    });
  }

  /** Returns the address of the client, null once its connection is closed. */
  of(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | null {
    let client = unmapped(request.socket.remoteAddress ?? '');
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    for (let hop = 0; this.isTrusted(client, hop); hop++) {
      const before = unmapped(forwarded.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      client = before;
    }
    return client === '' ? null : client;
  }

  private isTrusted(address: string, hop: number): boolean {
    if (hop < this.hops) return true;
    return isIP(address) !== 0 && this.trusted.check(address, familyOf(address));
  }

  private trust(range: string): boolean {
    const [address = '', prefix, ...rest] = range.split('/');
    const widest = isIP(address) === 4 ? 32 : 128;
    const bits = prefix ?? String(widest);
    if (isIP(address) === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > widest)
      return false;
    this.trusted.addSubnet(address, Number(bits), familyOf(address));
    return true;
  }
}
