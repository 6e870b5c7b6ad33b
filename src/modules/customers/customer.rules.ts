import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../platform/errors/app-error';
import type { CustomerDto } from './customer.dto';

/** Returns the names of the response fields whose values differ, except `updated_at`. */
export function changedFields(before: CustomerDto, after: CustomerDto): string[] {
  return (Object.keys(after) as (keyof CustomerDto)[]).filter(
    (name) => name !== 'updated_at' && !isDeepStrictEqual(before[name], after[name]),
  );
}

/**
 * Returns the error in the `currency` of a request that creates a document of a customer.
 *
 * @param customerCurrency null if the customer has no currency, and so documents in any.
 */
export function currencyProblems(currency: string, customerCurrency: string | null): FieldError[] {
  if (customerCurrency === null || currency === customerCurrency) return [];
  const message = `currency must be ${customerCurrency}, the currency of the customer.`;
  return [{ field: 'currency', code: 'currency_mismatch', message }];
}
