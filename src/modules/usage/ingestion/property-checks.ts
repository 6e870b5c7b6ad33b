import type { FieldError } from '../../../platform/errors/app-error';
import { ExactNumber, MAX_NUMBER_DIGITS } from '../../../platform/http/exact-json';
import { needsNumber, type BillableMetric } from '../../billable-metrics';
import {
  MAX_VALUE_DIGITS,
  OPERATIONS,
  OPERATION_FIELD,
  isInRange,
  numericValue,
} from '../aggregation/event-value';

type Properties = Readonly<Record<string, unknown>>;

/** Returns the errors in the properties of an event (docs/billing-rules.md#aggregations). */
export function propertyProblems(properties: Properties, metric: BillableMetric): FieldError[] {
  const problems = valueProblems(properties, metric);
  return problems.length > 0 ? problems : sizeProblems(properties);
}

function valueProblems(properties: Properties, { aggregationType, fieldName }: BillableMetric): FieldError[] {
  if (fieldName === null || aggregationType === 'count') return [];
  const field = `properties.${fieldName}`;
  const value = Object.hasOwn(properties, fieldName) ? properties[fieldName] : undefined;
  const operation = aggregationType === 'unique_count' ? operationProblems(properties) : [];
  if (value === undefined) {
    const message = `${field} is required, because the billable metric aggregates it.`;
    return [{ field, code: 'required', message }, ...operation];
  }
  if (needsNumber(aggregationType)) return numberProblems(field, value);
  if (value !== null) return operation;
  const message = `${field} must not be null, because the billable metric counts its distinct values.`;
  return [{ field, code: 'invalid_value', message }, ...operation];
}

function numberProblems(field: string, value: unknown): FieldError[] {
  const number = numericValue(value);
  if (number === null) {
    const message = `${field} must be a number, preferably a decimal string, e.g. "0.25".`;
    return [{ field, code: 'invalid_value', message }];
  }
  if (isInRange(number)) return [];
  const limit = `must have at most ${MAX_VALUE_DIGITS} digits before and ${MAX_VALUE_DIGITS} after the decimal point`;
  const message = `${field} ${limit}: round it, or report it in another unit.`;
  return [{ field, code: 'value_out_of_range', message }];
}

function operationProblems(properties: Properties): FieldError[] {
  const operation = properties[OPERATION_FIELD];
  if (operation === undefined || OPERATIONS.some((it) => it === operation)) return [];
  const field = `properties.${OPERATION_FIELD}`;
  return [{ field, code: 'invalid_value', message: `${field} must be one of: ${OPERATIONS.join(', ')}.` }];
}

function sizeProblems(properties: Properties): FieldError[] {
  const field = findUnstorable(properties, 'properties');
  if (field === null) return [];
  const limit = `must have at most ${MAX_NUMBER_DIGITS} digits before and ${MAX_NUMBER_DIGITS} after the decimal point`;
  const message = `${field} ${limit}: round it, or send it as a string.`;
  return [{ field, code: 'value_out_of_range', message }];
}

/** Returns the path of a number that cannot be stored, or null. */
function findUnstorable(within: object, path: string): string | null {
  for (const [key, value] of Object.entries(within) as [string, unknown][]) {
    if (typeof value !== 'object' || value === null) continue; // most values: no path to build
    const at = `${path}.${key}`;
    const found = value instanceof ExactNumber ? (value.isStorable ? null : at) : findUnstorable(value, at);
    if (found !== null) return found;
  }
  return null;
}
