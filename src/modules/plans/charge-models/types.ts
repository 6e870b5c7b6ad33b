import type { Quantity } from './decimals';

/** `charge_model` of a model that comes with the service; modules may register others. */
export type BuiltInName = keyof ChargeProperties;

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
