import { compareDecimals } from '../../platform/domain/decimal-string';
import type { FieldError } from '../../platform/errors/app-error';
import { currencyProblems } from '../customers';

export interface OneOffFee {
  description: string;
  /** Number of units, as a decimal string. */
  units: string;
  /** UN/ECE Recommendation 20; `C62` by default. */
  unitCode?: string;
  unitAmountCents: bigint;
}

/**
 * Returns the errors in the fields of a one-off invoice.
 *
 * @param customerCurrency null if the customer has no currency yet.
 */
export function oneOffProblems(
  { currency, fees }: { currency: string; fees: readonly OneOffFee[] },
  customerCurrency: string | null,
): FieldError[] {
  const problems: FieldError[] = fees.flatMap(({ units }, index) => {
    const field = `fees.${index}.units`;
    const message = `${field} must be greater than 0.`;
    return compareDecimals(units, '0') > 0 ? [] : [{ field, code: 'out_of_range', message }];
  });
  if (fees.length === 0) {
    problems.push({ field: 'fees', code: 'too_short', message: 'fees must have at least one entry.' });
  }
  return [...problems, ...currencyProblems(currency, customerCurrency)];
}
