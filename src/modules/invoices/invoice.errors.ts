import { AmountOutOfRangeError } from '../../platform/domain/money';
import { InvalidStateError, ValidationFailedError } from '../../platform/errors/app-error';

/** Runs `compute`; an amount beyond 2^53-1 is the fault of the named field. @throws ValidationFailedError naming it. */
export async function withinRange<T>(field: string, compute: () => Promise<T>): Promise<T> {
  try {
    return await compute();
  } catch (error) {
    if (!(error instanceof AmountOutOfRangeError)) throw error;
    throw ValidationFailedError.of(
      field,
      'out_of_range',
      `${field} results in an amount greater than 2^53-1.`,
    );
  }
}

/** The invoice exceeds what the interface can carry. */
export class InvoiceTooLargeError extends InvalidStateError {
  constructor() {
    super('An amount of the invoice is greater than 2^53-1.');
  }
}

/** Runs `compute`. @throws InvoiceTooLargeError for an amount beyond 2^53-1. */
export async function withCleanRangeError<T>(compute: () => Promise<T>): Promise<T> {
  try {
    return await compute();
  } catch (error) {
    throw error instanceof AmountOutOfRangeError ? new InvoiceTooLargeError() : error;
  }
}
