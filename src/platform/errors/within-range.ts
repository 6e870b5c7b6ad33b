import { AmountOutOfRangeError } from '../domain/money';
import { ValidationFailedError } from './app-error';

/** Runs `compute`; an amount beyond 2^53-1 is the fault of the named field. @throws ValidationFailedError naming it. */
export async function withinRange<T>(field: string, compute: () => T | Promise<T>): Promise<T> {
  try {
    return await compute();
  } catch (error) {
    if (!(error instanceof AmountOutOfRangeError)) throw error;
    throw ValidationFailedError.of(field, 'out_of_range', `${field} leads to an amount beyond 2^53-1.`);
  }
}
