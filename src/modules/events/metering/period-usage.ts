import type { Charge, PlanVersion } from '../../plans';
import type { UsagePeriod } from './usage-period';

/** The usage of one charge, and what it costs. */
export interface ChargedUsage {
  charge: Charge;
  /** Aggregated and rounded as the metric says, a decimal string. */
  units: string;
  eventsCount: number;
  /** Unrounded, in major units, a decimal string. */
  amount: string;
  amountCents: bigint;
}

/** The usage of a billing period, charge by charge. */
export interface PeriodUsage {
  period: UsagePeriod;
  customerId: string;
  planVersion: PlanVersion;
  charges: ChargedUsage[];
  /** The sum of the charges. */
  amountCents: bigint;
}

/** The usage of a batch of billing periods, priced on demand, so that a period that cannot be priced fails alone. */
export interface UsageByPeriod {
  /** @throws NotFoundError for a period that does not exist; AmountOutOfRangeError beyond 2^53-1 cents. */
  of(periodId: string): PeriodUsage;
}
