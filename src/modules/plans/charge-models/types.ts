import type { Quantity } from './decimals';

export const CHARGE_MODELS = [
  'standard',
  'graduated',
  'volume',
  'package',
  'percentage',
  'graduated_percentage',
] as const;

export type ChargeModel = (typeof CHARGE_MODELS)[number];

/** The usage of one billable metric in one billing period. */
export interface Usage {
  /** The aggregated units, as a decimal string. Negative units count as 0. */
  units: string;
  eventsCount: number;
  /** The value of every event, in order. Only used by `percentage`, which then ignores `eventsCount`. */
  eventValues?: readonly string[];
}

/** The units of a prorated charge: how many were held on how many days of a billing period, in chronological order. */
export interface HeldUnits {
  /** Units are decimal strings. */
  levels: readonly { units: string; days: number }[];
  /** Number of days of the whole billing period. */
  periodDays: number;
}

/**
 * One line of the calculation, in major units: `amount` is `units` x `unit_amount`, or `rate` percent of
 * `units`.
 */
export interface ChargeStep {
  description: string;
  units: string;
  unit_amount?: string;
  rate?: string;
  amount: string;
}

/** An unrounded amount in major units, with the steps that add up to exactly this amount. */
export interface ChargeResult {
  units: string;
  amount: string;
  steps: ChargeStep[];
}

export interface StandardProperties {
  amount: string;
}

export interface PackageProperties {
  amount: string;
  free_units?: Quantity | null;
  package_size: Quantity;
}

export interface PercentageProperties {
  rate: string;
  fixed_amount?: string | null;
  free_units_per_events?: Quantity | null;
  free_units_per_total_aggregation?: Quantity | null;
  per_transaction_min_amount?: string | null;
  per_transaction_max_amount?: string | null;
}

/** `to_value` is inclusive; null means unlimited. */
export interface Range {
  from_value: Quantity;
  to_value: Quantity | null;
  flat_amount?: string | null;
}

export interface PricedRange extends Range {
  per_unit_amount: string;
}

export interface RatedRange extends Range {
  rate: string;
}

export interface GraduatedProperties {
  graduated_ranges: readonly PricedRange[];
}

export interface VolumeProperties {
  volume_ranges: readonly PricedRange[];
}

export interface GraduatedPercentageProperties {
  graduated_percentage_ranges: readonly RatedRange[];
}

/** The `properties` of each model, as the API represents them. */
export interface ChargeProperties {
  standard: StandardProperties;
  graduated: GraduatedProperties;
  volume: VolumeProperties;
  package: PackageProperties;
  percentage: PercentageProperties;
  graduated_percentage: GraduatedPercentageProperties;
}
