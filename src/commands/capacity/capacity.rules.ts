/** What an installation has to bear. Rates are averages around the clock. */
export interface Load {
  eventsPerSecond: number;
  deliveriesPerSecond: number;
  /** Days for which deliveries and their events are kept (RETENTION_DAYS). */
  retentionDays: number;
  /** Days for which usage events are kept; they are not deleted today, so this is how far ahead one plans. */
  usageDays: number;
  /** Processes of the service. */
  processes: number;
  /** DATABASE_POOL_SIZE of each. */
  poolSize: number;
}

/** What it takes. Sizes are in bytes. */
export interface Capacity {
  usageDisk: number;
  deliveryDisk: number;
  disk: number;
  walPerSecond: number;
  walPerDay: number;
  connections: number;
  /** Installations with a PostgreSQL of their own, so that each fits on one server. */
  servers: number;
  /** What decides about the number of servers. */
  limit: 'disk' | 'write-ahead log' | 'rate of usage events' | 'rate of deliveries';
}

/** Measured per row, indexes included (docs/scaling.md#bytes-and-write-ahead-log). */
export const BYTES = { event: 691, delivery: 1733 } as const;
export const WAL_BYTES = { event: 1009, delivery: 3300 } as const;
/** What one server still backs up, vacuums and writes comfortably (docs/scaling.md#capacity). */
export const SERVER = {
  diskBytes: 8e12,
  walBytesPerSecond: 100e6,
  eventsPerSecond: 20_000,
  deliveriesPerSecond: 10_000,
} as const;
/** Connections of a process besides its pool (docs/operations.md#database-connections). */
export const OWN_CONNECTIONS = 19;

const SECONDS_PER_DAY = 86_400;

/** Returns what a load takes by the measured figures. */
export function capacityOf(load: Load): Capacity {
  const { eventsPerSecond, deliveriesPerSecond, retentionDays, usageDays, processes, poolSize } = load;
  const usageDisk = eventsPerSecond * SECONDS_PER_DAY * usageDays * BYTES.event;
  const deliveryDisk = deliveriesPerSecond * SECONDS_PER_DAY * retentionDays * BYTES.delivery;
  const disk = usageDisk + deliveryDisk;
  const walPerSecond = eventsPerSecond * WAL_BYTES.event + deliveriesPerSecond * WAL_BYTES.delivery;
  const needs: [Capacity['limit'], number][] = [
    ['disk', disk / SERVER.diskBytes],
    ['write-ahead log', walPerSecond / SERVER.walBytesPerSecond],
    ['rate of usage events', eventsPerSecond / SERVER.eventsPerSecond],
    ['rate of deliveries', deliveriesPerSecond / SERVER.deliveriesPerSecond],
  ];
  const [limit, most] = needs.reduce((one, other) => (other[1] > one[1] ? other : one));
  return {
    ...{ usageDisk, deliveryDisk, disk, walPerSecond, limit },
    walPerDay: walPerSecond * SECONDS_PER_DAY,
    connections: processes * (poolSize + OWN_CONNECTIONS),
    servers: Math.max(1, Math.ceil(most)),
  };
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Returns a size with a decimal unit, such as `59.7 GB`. */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}
