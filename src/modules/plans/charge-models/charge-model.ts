import { extensionPoint } from '../../../platform/extensions';
import type { FieldError } from '../../../platform/errors/app-error';
import type { AggregationType } from '../../billable-metrics';

/** The usage of one billable metric in one billing period. */
export interface Usage {
  /** The aggregated units, a decimal string, never below zero. */
  units: string;
  eventsCount: number;
  /** The value of every event, in order; given to `percentage` alone, which then ignores `eventsCount`. */
  eventValues?: readonly string[];
}

/** The units of a prorated charge: how many were held on how many days of a billing period, in the order of time. */
export interface HeldUnits {
  /** Units are decimal strings, never below zero. */
  levels: readonly { units: string; days: number }[];
  /** Days of the whole billing period. */
  periodDays: number;
}

/** One part of an amount. `amount` is `units` x `unit_amount`, or `rate` percent of `units`, in major units. */
export interface ChargeStep {
  description: string;
  units: string;
  unit_amount?: string;
  rate?: string;
  amount: string;
}

/** An unrounded amount in major units, with the steps that add up to it exactly. */
export interface ChargeResult {
  units: string;
  amount: string;
  steps: ChargeStep[];
}

/**
 * How usage becomes an amount (docs/extending.md#charge-models). Without state and without side effects: both methods
 * are called for requests, bills and previews alike, and return the same for the same arguments. All numbers are
 * decimal strings; amounts are in major units of the plan's currency and stay unrounded.
 */
export interface ChargeModel<P extends object = object> {
  /** `charge_model` on the wire, in snake_case. */
  readonly name: string;

  /** Returns what is wrong with a charge's properties, with paths inside them; empty if `steps` can price by them. */
  validate(properties: Record<string, unknown>): FieldError[];

  /** Returns why a metric cannot be charged this way, as the end of a sentence; null if it can. */
  metricProblem?(metric: { aggregationType: AggregationType }): string | null;

  /**
   * Returns what the usage costs, step by step. The amount is the sum of the steps and must not be below zero.
   *
   * @param properties have passed `validate`.
   * @throws EventValuesNeededError when the values of the events decide the amount and are not given.
   */
  steps(properties: P, usage: Usage): ChargeStep[];

  /**
   * As `steps`, over unit-days: a unit that is held for ten days counts as ten, and what is not prorated, such as a flat
   * amount, counts `periodDays` times. Charges of a model without it cannot be prorated.
   */
  proratedSteps?(properties: P, held: HeldUnits): ChargeStep[];
}

/** Every charge model, the built-in ones included. */
export const CHARGE_MODELS = extensionPoint<ChargeModel>('charge models');

/** The amount depends on the value of each event, and only their sum and number are known. */
export class EventValuesNeededError extends Error {
  constructor() {
    super('The amount depends on the value of each event: a free allowance, a minimum or a maximum applies.');
  }
}
