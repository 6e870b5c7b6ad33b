const LOW_32 = 0xffff_ffffn;

/** A format of IPv6 addresses that embed an IPv4 address. */
interface Embedding {
  matches(value: bigint): boolean;
  ipv4(value: bigint): bigint;
}

const last32 = (value: bigint) => value & LOW_32;

const EMBEDDINGS: readonly Embedding[] = [
  // IPv4-mapped ::ffff:0:0/96
  { matches: (value) => value >> 32n === 0xffffn, ipv4: last32 },
  // IPv4-compatible ::/96 (deprecated), except :: and ::1
  { matches: (value) => value >> 32n === 0n && value > 1n, ipv4: last32 },
  // IPv4-translated ::ffff:0:0:0/96 (SIIT)
  { matches: (value) => value >> 32n === 0xffff_0000n, ipv4: last32 },
  // NAT64 64:ff9b::/96. The layout of 64:ff9b:1::/48 is the operator's choice, so nothing can be extracted from it.
  { matches: (value) => value >> 32n === 0x0064_ff9b_0000_0000_0000_0000n, ipv4: last32 },
  // 6to4 2002::/16: the 32 bits after the prefix
  { matches: (value) => value >> 112n === 0x2002n, ipv4: (value) => (value >> 80n) & LOW_32 },
  // Teredo 2001::/32: the client's address with inverted bits
  { matches: (value) => value >> 96n === 0x2001_0000n, ipv4: (value) => ~value & LOW_32 },
  // ISATAP: any prefix, interface ID 0000:5efe or 0200:5efe, then the IPv4 address
  { matches: (value) => ((value >> 32n) & 0xfdff_ffffn) === 0x5efen, ipv4: last32 },
];

/**
 * Returns the IPv4 address that an IPv6 address embeds, in dotted form; null if it embeds none.
 *
 * @param ip an address that `net.isIPv6` accepts, without a zone ID
 */
export function embeddedIpv4(ip: string): string | null {
  const value = toBigInt(ip);
  const form = EMBEDDINGS.find((embedding) => embedding.matches(value));
  return form ? toDotted(form.ipv4(value)) : null;
}

/** Converts a range of IPv4-mapped addresses to the IPv4 range. Returns null for a range outside ::ffff:0:0/96. */
export function mappedIpv4Range(network: string, prefix: number): { network: string; prefix: number } | null {
  const value = toBigInt(network);
  if (prefix < 96 || value >> 32n !== 0xffffn) return null;
  return { network: toDotted(last32(value)), prefix: prefix - 96 };
}

function toBigInt(ip: string): bigint {
  const [head = '', tail] = hexTail(ip).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

// Rewrites the last 32 bits as two groups if they are written as a dotted IPv4 address.
function hexTail(ip: string): string {
  const dotted = ip.slice(ip.lastIndexOf(':') + 1);
  if (!dotted.includes('.')) return ip;
  const value = dotted.split('.').reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return `${ip.slice(0, -dotted.length)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}

function toDotted(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
}
