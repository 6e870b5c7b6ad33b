import type { BillableMetric, Charge, Plan, SimulatedUsage } from '@billing-service/sdk';

/** A metric that a plan charges, for which the simulator has inputs. */
export interface Meter {
  code: string;
  label: string;
  /** Units at the end of the slider. */
  most: number;
  /** Whether the number of events matters, because the metric has a percentage charge. */
  hasEvents: boolean;
  /** Whether each event is one unit. */
  isCount: boolean;
}

/** Usage of a meter as it was entered. */
export interface Entered {
  units: string;
  events: string;
}

/** Positions of a slider: 0 to this number. */
export const POSITIONS = 300;

/** The API takes no more values of single events. */
const MAX_EVENT_VALUES = 1000;

const LEAST_SCALE = 1000;

/** Returns the meters of a plan, one for each metric in the order of its charges. */
export function metersOf(plan: Plan, metrics: readonly BillableMetric[]): Meter[] {
  const codes = [...new Set(plan.charges.map((it) => it.billable_metric_code))];
  return codes.map((code) => {
    const charges = plan.charges.filter((it) => it.billable_metric_code === code);
    const metric = metrics.find((it) => it.code === code);
    return {
      code,
      label: charges[0]?.invoice_display_name ?? metric?.name ?? code,
      most: Math.max(LEAST_SCALE, ...charges.flatMap(boundsOf).map((it) => it * 10)),
      hasEvents: charges.some((it) => it.charge_model === 'percentage'),
      isCount: metric?.aggregation_type === 'count',
    };
  });
}

/** Returns the numbers of units at which the price of a charge changes. */
function boundsOf(charge: Charge): number[] {
  switch (charge.charge_model) {
    case 'graduated':
      return endsOf(charge.properties.graduated_ranges);
    case 'volume':
      return endsOf(charge.properties.volume_ranges);
    case 'graduated_percentage':
      return endsOf(charge.properties.graduated_percentage_ranges);
    case 'package':
      return [Number(charge.properties.package_size), Number(charge.properties.free_units ?? 0)];
    case 'percentage':
      return [Number(charge.properties.free_units_per_total_aggregation ?? 0)];
    case 'standard':
      return [];
  }
}

function endsOf(ranges: readonly { to_value: string | number | null }[]): number[] {
  return ranges.map((it) => Number(it.to_value ?? 0));
}

/** Returns the units at a position of a slider: few at first, more and more towards its end, in round numbers. */
export function unitsAt(position: number, most: number): string {
  const units = 10 ** ((position / POSITIONS) * Math.log10(most + 1)) - 1;
  return String(Number(units.toPrecision(2)) < 100 ? Math.round(units) : Number(units.toPrecision(2)));
}

/** Returns the position of a slider that shows a number of units. */
export function positionOf(units: string, most: number): number {
  const position = (POSITIONS * Math.log10(Number(units) + 1)) / Math.log10(most + 1);
  return Number.isFinite(position) ? Math.min(Math.round(position), POSITIONS) : 0;
}

/**
 * Returns the units after a slider has been moved to a position. Round numbers of units can share a position with their
 * neighbors: the first that is beyond the units before keeps the arrow keys from being stuck.
 */
export function movedTo(position: number, before: string, most: number): string {
  const step = position >= positionOf(before, most) ? 1 : -1;
  let next = position;
  const isBeyond = (): boolean => (Number(unitsAt(next, most)) - Number(before)) * step > 0;
  while (next > 0 && next < POSITIONS && !isBeyond()) next += step;
  return unitsAt(next, most);
}

/** Whether a text is a number that the API accepts. */
export function isUnits(text: string): boolean {
  return /^\d{1,15}(\.\d{1,15})?$/.test(text);
}

/** Returns the usage to simulate; null if an input is no number. */
export function usageOf(
  meters: readonly Meter[],
  entered: Readonly<Record<string, Entered>>,
): SimulatedUsage[] | null {
  const usage: SimulatedUsage[] = [];
  for (const meter of meters) {
    const { units, events } = entered[meter.code] ?? initialUsage(meter);
    if (!isUnits(units)) return null;
    if (!meter.hasEvents || meter.isCount) {
      const count = meter.isCount ? Math.round(Number(units)) : 1;
      usage.push({ billable_metric_code: meter.code, units, events_count: count });
      continue;
    }
    if (!/^\d{1,9}$/.test(events)) return null;
    const count = Number(events);
    const values = count <= MAX_EVENT_VALUES ? { event_values: shares(units, count) } : {};
    usage.push({ billable_metric_code: meter.code, units, events_count: count, ...values });
  }
  return usage;
}

/** Returns the usage that the simulator starts with. */
export function initialUsage({ most }: Meter): Entered {
  return { units: unitsAt(POSITIONS / 2, most), events: '10' };
}

/** Divides units into equal values of events, exactly; the last event has the rest. */
export function shares(units: string, count: number): string[] {
  if (count === 0) return [];
  const [whole = '0', fraction = ''] = units.split('.');
  const decimals = Math.max(fraction.length, 2);
  const total = BigInt(whole + fraction.padEnd(decimals, '0'));
  const share = total / BigInt(count);
  const rest = total - share * BigInt(count - 1);
  return Array.from({ length: count }, (_, index) => decimal(index === count - 1 ? rest : share, decimals));
}

function decimal(scaled: bigint, decimals: number): string {
  const digits = String(scaled).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
