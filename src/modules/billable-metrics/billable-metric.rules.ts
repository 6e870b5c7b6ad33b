import type { FieldError } from '../../platform/errors/app-error';

export const AGGREGATION_TYPES = ['count', 'sum', 'max', 'unique_count', 'latest', 'weighted_sum'] as const;
/** How the events of a billing period are aggregated into units. */
export type AggregationType = (typeof AGGREGATION_TYPES)[number];

export const ROUNDING_FUNCTIONS = ['round', 'ceil', 'floor'] as const;
/** How a metric rounds its units; `round` rounds half away from zero. */
export type RoundingFunction = (typeof ROUNDING_FUNCTIONS)[number];

/** The fields that determine how a metric turns events into units. */
export interface MetricDefinition {
  aggregationType: AggregationType;
  fieldName: string | null;
  roundingFunction: RoundingFunction | null;
  roundingPrecision: number | null;
  recurring: boolean;
}

/** Aggregations whose level can carry over into the next billing period. */
const RECURRING: readonly AggregationType[] = ['sum', 'unique_count', 'weighted_sum'];

/** Aggregations that require a numeric value. */
const NUMERIC: readonly AggregationType[] = ['sum', 'max', 'latest', 'weighted_sum'];

/** Whether events must have a number in the metric's `field_name` (docs/billing-rules.md#aggregations). */
export function needsNumber(aggregationType: AggregationType): boolean {
  return NUMERIC.includes(aggregationType);
}

/** Returns the contradictions between the fields of a definition; empty when it is valid. */
export function definitionProblems(definition: MetricDefinition): FieldError[] {
  const { aggregationType, fieldName, recurring, roundingFunction, roundingPrecision } = definition;
  const problems: FieldError[] = [];
  if (aggregationType !== 'count' && fieldName === null) {
    problems.push({
      field: 'field_name',
      code: 'required',
      message: `field_name is required for ${aggregationType}.`,
    });
  }
  if (recurring && !RECURRING.includes(aggregationType)) {
    problems.push({
      field: 'recurring',
      code: 'invalid_value',
      message: `recurring is supported only for ${RECURRING.join(', ')}.`,
    });
  }
  if (roundingPrecision !== null && roundingFunction === null) {
    problems.push({
      field: 'rounding_function',
      code: 'required',
      message: 'rounding_function is required with rounding_precision.',
    });
  }
  return problems;
}
