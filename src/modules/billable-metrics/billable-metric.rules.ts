import type { FieldError } from '../../platform/errors/app-error';

export const AGGREGATION_TYPES = ['count', 'sum', 'max', 'unique_count', 'latest', 'weighted_sum'] as const;
/** How the events of a period become units. */
export type AggregationType = (typeof AGGREGATION_TYPES)[number];

export const ROUNDING_FUNCTIONS = ['round', 'ceil', 'floor'] as const;
/** How a metric rounds its aggregated units; `round` is half up, away from zero. */
export type RoundingFunction = (typeof ROUNDING_FUNCTIONS)[number];

/** What defines how a metric counts. */
export interface MetricDefinition {
  aggregationType: AggregationType;
  fieldName: string | null;
  roundingFunction: RoundingFunction | null;
  roundingPrecision: number | null;
  recurring: boolean;
}

/** Aggregations whose level means something beyond the period. */
const RECURRING: readonly AggregationType[] = ['sum', 'unique_count', 'weighted_sum'];

/** Aggregations that calculate with the value, which must therefore be a number. */
const NUMERIC: readonly AggregationType[] = ['sum', 'max', 'latest', 'weighted_sum'];

/** True when a value of the metric's field must be numeric (billing-rules.md, Billable metrics). */
export function needsNumber(aggregationType: AggregationType): boolean {
  return NUMERIC.includes(aggregationType);
}

/** What is wrong across the fields of a definition; empty when it is sound. */
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
      message: `recurring is for ${RECURRING.join(', ')} only.`,
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
