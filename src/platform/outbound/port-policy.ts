// The "bad ports" of the WHATWG fetch standard: services with line-based protocols, which may execute lines of an HTTP
// request as commands.
const FETCH_BAD_PORTS = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

// Ports of databases, caches, message brokers and remote desktops.
const DATA_STORE_PORTS = [
  445, 873, 1433, 1434, 1521, 1883, 2181, 3306, 3389, 5432, 5433, 5671, 5672, 5900, 6379, 6380, 6432, 8883,
  9042, 9092, 9200, 9300, 11211, 27017, 27018, 27019,
];

const blockedPorts: ReadonlySet<number> = new Set([...FETCH_BAD_PORTS, ...DATA_STORE_PORTS]);

/** Returns whether `port` belongs to a well-known service that does not receive webhooks. */
export function isBlockedPort(port: number): boolean {
  return blockedPorts.has(port);
}
