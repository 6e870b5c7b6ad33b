import { AmountOutOfRangeError } from '../../platform/domain/money';
import { InvalidStateError, ValidationFailedError } from '../../platform/errors/app-error';

/** What the interface cannot carry is the fault of the named field, not of the service. */
export async function withinRange<T>(field: string, compute: () => Promise<T>): Promise<T> {
  try {
    return await compute();
  } catch (error) {
    if (!(error instanceof AmountOutOfRangeError)) throw error;
    throw ValidationFailedError.of(field, 'out_of_range', `${field} leads to an amount beyond 2^53-1.`);
  }
}

/** The invoice comes to more than the interface can carry. */
export class InvoiceTooLargeError extends InvalidStateError {
  constructor() {
    super('The invoice comes to an amount beyond 2^53-1.');
  }
}

/** Answers an amount that cannot be carried with `InvoiceTooLargeError`. */
export async function withCleanRangeError<T>(compute: () => Promise<T>): Promise<T> {
  try {
    return await compute();
  } catch (error) {
    throw error instanceof AmountOutOfRangeError ? new InvoiceTooLargeError() : error;
  }
}
