import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { embeddedIpv4, mappedIpv4Range } from './ipv6-embedding';

type Range = readonly [network: string, prefix: number];

const BLOCKED_IPV4: readonly Range[] = [
  ['0.0.0.0', 8], // "this host": Linux connects 0.0.0.0 to itself
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT; contains Alibaba Cloud's metadata address
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's host agent: a public address that responds only inside Azure
  ['169.254.0.0', 16], // link-local; contains the metadata address 169.254.169.254
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocol assignments; contains Oracle Cloud's metadata address
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relay anycast
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved; contains the broadcast address
];

const BLOCKED_IPV6: readonly Range[] = [
  // Only 2000::/3 is assigned as global unicast. The ranges below and above it contain, among others, ::, ::1,
  // IPv4-mapped and -compatible, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard (100::/64), unique local (fc00::/7, with
  // AWS's metadata address fd00:ec2::254), link-local (fe80::/10), site-local (fec0::/10) and multicast (ff00::/8).
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23], // IETF protocol assignments: Teredo 2001::/32, benchmarking 2001:2::/48, ORCHID, ORCHIDv2
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3ffe::', 16], // the former 6bone, returned to IANA
  ['3fff::', 20], // documentation
];

const blockedIpv4 = blockListOf(BLOCKED_IPV4, 'ipv4');
const blockedIpv6 = blockListOf(BLOCKED_IPV6, 'ipv6');

/**
 * Decides which IP addresses the service may connect to: public unicast addresses, and those on the operator's
 * allow-list (docs/webhooks.md).
 *
 * IPv6 addresses that embed an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) are refused unless the
 * embedded address is allow-listed. On a network with DNS64, allow-listing its prefix only opens public IPv4 addresses.
 *
 * Immutable, so its decisions can be cached.
 */
export class AddressPolicy {
  private readonly allowedIpv4 = new BlockList();
  private readonly allowedIpv6 = new BlockList();

  /**
   * @param allowedCidrs ranges to allow, such as `127.0.0.0/8` or `::1/128`; a bare address is a range of one address
   * @throws Error with the position (from 1), never the value, of an entry that is not a CIDR range
   */
  constructor(allowedCidrs: readonly string[]) {
    allowedCidrs.forEach((cidr, index) => {
      if (!this.allow(cidr.trim())) {
        throw new Error(`Entry ${index + 1} of the allowed address ranges is not a valid CIDR range.`);
      }
    });
  }

  /**
   * Returns whether the service may connect to `ip`. False for anything but a plain IP address, such as a host name or
   * an address with a zone ID.
   */
  isAllowed(ip: string): boolean {
    if (isIPv4(ip)) return this.allowedIpv4.check(ip) || !blockedIpv4.check(ip);
    if (!isPlainIpv6(ip)) return false;

    const inside = embeddedIpv4(ip);
    if (inside === null) return this.allowedIpv6.check(ip, 'ipv6') || !blockedIpv6.check(ip, 'ipv6');
    if (this.allowedIpv4.check(inside)) return true;
    return this.allowedIpv6.check(ip, 'ipv6') && !blockedIpv4.check(inside);
  }

  private allow(cidr: string): boolean {
    const [network = '', prefixText, ...rest] = cidr.split('/');
    const family = isIPv4(network) ? 'ipv4' : isPlainIpv6(network) ? 'ipv6' : null;
    if (family === null || rest.length > 0) return false;

    const widest = family === 'ipv4' ? 32 : 128;
    if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return false;
    const prefix = prefixText === undefined ? widest : Number(prefixText);
    if (prefix > widest) return false;

    // Stores a range of IPv4-mapped addresses as an IPv4 range, because isAllowed() checks the embedded IPv4 address.
    const mapped = family === 'ipv6' ? mappedIpv4Range(network, prefix) : null;
    if (mapped) this.allowedIpv4.addSubnet(mapped.network, mapped.prefix, 'ipv4');
    else if (family === 'ipv4') this.allowedIpv4.addSubnet(network, prefix, 'ipv4');
    else this.allowedIpv6.addSubnet(network, prefix, 'ipv6');
    return true;
  }
}

// net.isIPv6 accepts a zone ID (fe80::1%eth0), which selects a network interface. A webhook URL must not do that.
function isPlainIpv6(ip: string): boolean {
  return isIPv6(ip) && !ip.includes('%');
}

// Separate lists for IPv4 and IPv6: a single BlockList would match IPv4-mapped addresses against IPv4 rules, but no
// other embedded addresses.
function blockListOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}
