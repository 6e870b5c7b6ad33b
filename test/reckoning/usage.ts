import type { MetricTerms } from './catalogue';
import type { Instant, UsageTerms } from './life';
import { Decimal, sumOf, ZERO } from './numbers';

/** An event that the service has accepted. */
export interface UsageEvent extends UsageTerms {
  arrived: Instant;
  /** Place in the order of arrival. */
  order: number;
}

/** A range of time, half-open unless it is `closed`. */
export interface Span {
  from: Instant;
  to: Instant;
  closed?: boolean;
}

/** What a bill counts of a metric. */
export interface Counted {
  units: Decimal;
  /** Events within the span, by timestamp, then by arrival. */
  events: UsageEvent[];
}

/**
 * Counts the events of one metric in a span of time.
 *
 * @param events all events of the metric, in the order of their arrival
 * @param began when the billing period of the span began for this subscription
 * @param period the whole billing period
 */
export function countUsage(
  metric: MetricTerms,
  events: readonly UsageEvent[],
  span: Span,
  began: Instant,
  period: Span,
): Counted {
  const sorted = [...events].sort((a, b) => a.at - b.at || a.order - b.order);
  const end = span.closed === true ? span.to + 1 : span.to;
  const within = sorted.filter((it) => it.at >= span.from && it.at < end);
  const known = metric.recurring ? sorted.filter((it) => it.at < end) : within;
  const values = (): Decimal[] => known.map((it) => new Decimal(it.value));
  const units = ((): Decimal => {
    switch (metric.aggregation) {
      case 'count':
        return new Decimal(within.length);
      case 'sum':
        return sumOf(values());
      case 'max':
        return Decimal.max(...(known.length === 0 ? [0] : values()));
      case 'latest':
        return Decimal.max(0, values().at(-1) ?? ZERO);
      case 'unique_count':
        return new Decimal(distinct(known));
      case 'weighted_sum':
        return weightedSum(
          sorted.filter((it) => it.at < span.to && (metric.recurring || it.at >= began)),
          span,
          period,
        );
    }
  })();
  return { units: roundUnits(units, metric), events: within };
}

/** How many values are there after these events. */
export function distinct(sorted: readonly UsageEvent[]): number {
  const present = new Set<string>();
  for (const { value, remove } of sorted) {
    if (remove) present.delete(value);
    else present.add(value);
  }
  return present.size;
}

/** docs/billing-rules.md#weighted-sum: each value counts from its timestamp to the end of the span. */
function weightedSum(events: readonly UsageEvent[], span: Span, period: Span): Decimal {
  const weighted = events.map(({ at, value }) => {
    const ms = span.to - Math.max(at, span.from);
    return new Decimal(value).times(ms);
  });
  return sumOf(weighted).div(period.to - period.from);
}

/** docs/billing-rules.md#rounding-of-units */
export function roundUnits(units: Decimal, { rounding }: MetricTerms): Decimal {
  if (rounding === null) return units;
  const step = new Decimal(10).pow(-rounding.places);
  const steps = units.div(step);
  const whole = { ceil: steps.ceil(), floor: steps.floor(), round: steps.toDecimalPlaces(0) }[rounding.how];
  return whole.times(step);
}
