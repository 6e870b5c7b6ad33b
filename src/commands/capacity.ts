import { parseArgs } from 'node:util';
import { capacityOf, sizeText, type Load } from './capacity/capacity.rules';

const USAGE = `Usage: npm run capacity -- --events-per-second N [--deliveries-per-second N] [--retention DAYS]
                           [--usage-days DAYS] [--processes N] [--pool-size N]

Prints the disk, write-ahead log, connections and servers that a load takes, by the figures of docs/scaling.md.

  --events-per-second      usage events, on average around the clock
  --deliveries-per-second  webhook deliveries, likewise (default 0)
  --retention              days for which deliveries are kept, as RETENTION_DAYS (default 90)
  --usage-days             days of usage events to plan for: they are not deleted (default 365)
  --processes              processes of the service (default 2)
  --pool-size              DATABASE_POOL_SIZE of each (default 20)`;

const DEFAULTS = {
  'events-per-second': '',
  'deliveries-per-second': '0',
  retention: '90',
  'usage-days': '365',
  processes: '2',
  'pool-size': '20',
};
type Option = keyof typeof DEFAULTS;

/** Thrown for options that cannot be used. */
class WrongUse extends Error {}

/** @throws WrongUse */
function readLoad(values: Partial<Record<string, string | boolean>>): Load {
  const number = (name: Option): number => {
    const text = values[name] ?? DEFAULTS[name];
    const value = Number(text);
    if (text === '' || !Number.isFinite(value) || value < 0)
      throw new WrongUse(`--${name} must be a number that is not negative.`);
    return value;
  };
  return {
    eventsPerSecond: number('events-per-second'),
    deliveriesPerSecond: number('deliveries-per-second'),
    retentionDays: number('retention'),
    usageDays: number('usage-days'),
    processes: number('processes'),
    poolSize: number('pool-size'),
  };
}

function report(load: Load): string[] {
  const it = capacityOf(load);
  const servers = it.servers === 1 ? 'one PostgreSQL server' : `${it.servers} PostgreSQL servers`;
  return [
    `Usage events       ${sizeText(it.usageDisk)} in ${load.usageDays} days`,
    `Deliveries         ${sizeText(it.deliveryDisk)} for ${load.retentionDays} days`,
    `Disk               ${sizeText(it.disk)}, without backups and free space`,
    `Write-ahead log    ${sizeText(it.walPerSecond)}/s, ${sizeText(it.walPerDay)} a day`,
    `Connections        ${it.connections} of ${load.processes} processes`,
    `Servers            ${servers}; the first limit is the ${it.limit}`,
  ];
}

function main(): void {
  const string = { type: 'string' } as const;
  const options = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, string]));
  const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } });
  const lines = values.help === true ? [USAGE] : report(readLoad(values));
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
  process.exit(2);
}
