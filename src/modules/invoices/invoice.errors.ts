import { AmountOutOfRangeError } from '../../platform/domain/money';
import { InvalidStateError, ValidationFailedError } from '../../platform/errors/app-error';

/** Turns an AmountOutOfRangeError of `compute` into a ValidationFailedError that names the field. */
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

/** Turns an AmountOutOfRangeError of `compute` into an InvoiceTooLargeError. */
export async function withCleanRangeError<T>(compute: () => Promise<T>): Promise<T> {
  try {
    return await compute();
  } catch (error) {
    throw error instanceof AmountOutOfRangeError ? new InvoiceTooLargeError() : error;
  }
}
