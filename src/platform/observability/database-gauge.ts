import type { Gauge } from 'prom-client';

/**
 * Reads the values of a gauge from the database on every scrape, so that all instances report the same, even after a
 * restart. While the database is unavailable, the gauge keeps its last known values.
 *
 * @param read returns the value for each value of the label
 */
export function collectFromDatabase<Label extends string>(
  gauge: Gauge<Label>,
  read: () => Promise<ReadonlyMap<string, number>>,
): void {
  const collect = async (): Promise<void> => {
    const values = await read().catch(() => null);
    if (values === null) return;
    gauge.reset();
    for (const [key, value] of values) gauge.labels(key).set(value);
  };
  Object.assign(gauge, { collect });
}
