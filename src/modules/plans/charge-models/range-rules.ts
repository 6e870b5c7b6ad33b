import type Decimal from 'decimal.js';
import type { FieldError } from '../../../platform/errors/app-error';
import { isObject } from '../../../platform/http/field-rules';
import { ONE, ZERO, toDecimal, type Quantity } from './decimals';
import {
  amountRule,
  boundRule,
  described,
  problem,
  shapeProblems,
  type Rule,
  type Shape,
} from './property-rules';
import { shapeSchema } from './shape-schema';

/**
 * Returns a rule that checks the fields of each range, and then that the ranges follow each other without
 * gaps.
 *
 * @param price name of the price field
 */
export function rangesRule(price: 'per_unit_amount' | 'rate'): Rule {
  const row: Shape = {
    required: { from_value: boundRule, to_value: endRule, [price]: amountRule },
    optional: { flat_amount: amountRule },
  };
  const schema = { type: 'array', minItems: 1, items: shapeSchema(row) };
  return described(schema, (value, field) => {
    if (!Array.isArray(value)) return [problem(field, 'invalid_type', `${field} must be a list of ranges.`)];
    if (value.length === 0) return [problem(field, 'too_short', `${field} must have at least one range.`)];
    const rows: readonly unknown[] = value;
    const found = rows.flatMap((it, index) => rowProblems(it, row, `${field}.${index}`));
    // Only valid bounds can be compared.
    return found.length > 0 ? found : sequenceProblems(rows as readonly Bounds[], field);
  });
}

interface Bounds {
  from_value: Quantity;
  to_value: Quantity | null;
}

const endRule = described(
  { anyOf: [boundRule.schema ?? {}, { type: 'null' }], example: null },
  (value, field) => (value === null ? [] : boundRule(value, field)),
);

function rowProblems(row: unknown, shape: Shape, field: string): FieldError[] {
  if (!isObject(row)) return [problem(field, 'invalid_type', `${field} must be an object.`)];
  return shapeProblems(row, shape, field);
}

function sequenceProblems(rows: readonly Bounds[], field: string): FieldError[] {
  const problems: FieldError[] = [];
  let previousEnd: Decimal | null = null;
  for (const [index, row] of rows.entries()) {
    const at = `${field}.${index}`;
    const isLast = index === rows.length - 1;
    if (index === 0 || previousEnd !== null) problems.push(...startProblems(row, previousEnd, at));
    problems.push(...endProblems(row, previousEnd ?? ZERO, isLast, at));
    previousEnd = row.to_value === null ? null : toDecimal(row.to_value);
  }
  return problems;
}

function startProblems(row: Bounds, previousEnd: Decimal | null, at: string): FieldError[] {
  const from = toDecimal(row.from_value);
  const refuse = (reason: string) => [
    problem(`${at}.from_value`, 'invalid_range', `${at}.from_value ${reason}.`),
  ];
  if (previousEnd === null) return from.isZero() ? [] : refuse('must be 0 in the first range');
  if (from.lessThan(previousEnd)) return refuse('overlaps the previous range');
  // After a fractional end, the next range must start at that end: there is no next whole number.
  const next = previousEnd.isInteger() ? previousEnd.plus(ONE) : previousEnd;
  if (from.equals(previousEnd) || from.equals(next)) return [];
  return refuse('leaves a gap; it must be the previous to_value or the next whole number');
}

function endProblems(row: Bounds, previousEnd: Decimal, isLast: boolean, at: string): FieldError[] {
  const refuse = (reason: string) => [
    problem(`${at}.to_value`, 'invalid_range', `${at}.to_value ${reason}.`),
  ];
  if (row.to_value === null) return isLast ? [] : refuse('may be null only in the last range');
  if (isLast) return refuse('must be null in the last range');
  const end = toDecimal(row.to_value);
  const holdsUnits = end.greaterThan(previousEnd) && end.greaterThanOrEqualTo(toDecimal(row.from_value));
  return holdsUnits ? [] : refuse('leaves the range without units');
}
