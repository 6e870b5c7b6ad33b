import type { FieldError } from '../../../platform/errors/app-error';
import { namedExtensionPoint } from '../../../platform/extensions';
import type { BillableMetric } from '../../billable-metrics';

/** The usage of one billable metric in one billing period. */
export interface Usage {
  /** The aggregated units, as a decimal string; 0 instead of a negative number. */
  units: string;
  eventsCount: number;
  /** The value of every event, in order; only for `percentage`, which then ignores `eventsCount`. */
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

/**
 * Turns usage into an amount (docs/extending.md#charge-models). Pure and synchronous, because plans, bills, previews and
 * thresholds price thousands of charges. All numbers are decimal strings; amounts are in major units, unrounded.
 */
export interface ChargeModel<P extends object = object> {
  /** `charge_model` of the API, in snake_case. */
  readonly name: string;

  /**
   * JSON Schema of the `properties`, for the API description: `chargeKit.shapeSchema` derives it from a shape. Without
   * it, the description allows any object.
   */
  readonly propertiesSchema?: object;

  /** Returns the errors in the properties of a charge, with paths relative to them; empty if `steps` can use them. */
  validate(properties: Record<string, unknown>): FieldError[];

  /** Returns why a metric cannot be charged like this, e.g. `for a metric of aggregation type latest`, or null. */
  metricProblem?(metric: BillableMetric): string | null;

  /**
   * Prices usage. The amount is the sum of the steps, and must not be negative.
   *
   * @param properties have passed `validate`.
   */
  steps(properties: P, usage: Usage): ChargeStep[];

  /**
   * Prices units x days: a unit that is held for ten days counts as ten units, and a flat amount `periodDays` times.
   * Charges of a model without this cannot be prorated.
   */
  proratedSteps?(properties: P, held: HeldUnits): ChargeStep[];
}

/** Every charge model, including the built-in ones. */
export const CHARGE_MODELS = namedExtensionPoint<ChargeModel>('charge models');
