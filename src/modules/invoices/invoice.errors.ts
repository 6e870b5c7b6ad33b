import { AmountOutOfRangeError } from '../../platform/domain/money';
import { InvalidStateError, ValidationFailedError } from '../../platform/errors/app-error';

/** Runs `compute`. @throws ValidationFailedError naming the field if an amount is greater than 2^53-1. */
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

/** An amount of the invoice exceeds 2^53-1, the largest integer that the API can represent exactly. */
export class InvoiceTooLargeError extends InvalidStateError {
  constructor() {
    super('An amount of the invoice is greater than 2^53-1.');
  }
}

/** Runs `compute`. @throws InvoiceTooLargeError if an amount is greater than 2^53-1. */
export async function withCleanRangeError<T>(compute: () => Promise<T>): Promise<T> {
  try {
    return await compute();
  } catch (error) {
    throw error instanceof AmountOutOfRangeError ? new InvoiceTooLargeError() : error;
  }
}
