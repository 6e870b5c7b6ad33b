import { ProblemError } from '@billing-service/sdk';

export type FieldErrors = Readonly<Record<string, string>>;

/** Returns an error in the API's own words. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the errors of a refused body by their field (RFC 9457 `errors`), the first of each. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (!ProblemError.is(error)) return {};
  return Object.fromEntries(error.errors.toReversed().map(({ field, message }) => [field, message]));
}

/** Tells whether the record has changed since it was read: the service refused `If-Match`. */
export const isStale = (error: unknown): boolean => ProblemError.is(error) && error.status === 412;
