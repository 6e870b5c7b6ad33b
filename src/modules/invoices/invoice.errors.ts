import { AmountOutOfRangeError } from '../../platform/domain/money';
import { InvalidStateError } from '../../platform/errors/app-error';

/** The invoice exceeds what the interface can carry. */
export class InvoiceTooLargeError extends InvalidStateError {
  constructor() {
    super('The total of the invoice exceeds 2^53-1.');
  }
}

/** Runs `compute`. @throws InvoiceTooLargeError for an amount beyond 2^53-1. */
export async function withinInvoiceRange<T>(compute: () => Promise<T>): Promise<T> {
  try {
    return await compute();
  } catch (error) {
    throw error instanceof AmountOutOfRangeError ? new InvoiceTooLargeError() : error;
  }
}
