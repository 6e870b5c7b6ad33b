import { ValidationFailedError } from '../../../platform/errors/app-error';
import { InexpressibleAmountError, toProviderRefund, type AmountTable } from '../collector-kit';

/** @param field the one of the request that asks for the refund. @throws ValidationFailedError for what the provider cannot return */
export function assertExpressible(
  field: string,
  amounts: AmountTable,
  amountCents: bigint,
  currency: string,
): void {
  try {
    toProviderRefund(amounts, amountCents, currency);
  } catch (error) {
    if (!(error instanceof InexpressibleAmountError)) throw error;
    throw ValidationFailedError.of(field, 'amount_not_supported', error.message);
  }
}
