import { ApiError, type FieldError } from '@billing-service/sdk';
import { InputError, type Field } from './fields';

/** Whether an error is about a field or a part of it. */
export function isErrorOf(field: Field, error: FieldError): boolean {
  return error.field === field.name || error.field.startsWith(`${field.name}.`);
}

/** Returns the errors by field. A conflict has none: it belongs to the field that its sentence names. */
export function errorsOf(error: Error | null, shown: readonly Field[]): readonly FieldError[] {
  if (error instanceof InputError) return error.errors;
  if (!(error instanceof ApiError)) return [];
  if (error.status !== 409) return error.errors;
  const words: readonly string[] = error.message.match(/\w+/g) ?? [];
  const field = shown.find((it) => words.includes(it.name));
  return field === undefined ? [] : [{ field: field.name, code: error.code, message: error.message }];
}

/** Returns what to say about an error that no field shows; null if the fields show all of it. */
export function refusalOf(error: Error | null, shown: readonly Field[]): string | null {
  if (error === null) return null;
  const errors = errorsOf(error, shown);
  const unplaced = errors.filter((it) => !shown.some((field) => isErrorOf(field, it)));
  if (unplaced.length > 0) return unplaced.map((it) => it.message).join(' ');
  if (errors.length > 0) return null;
  if (!(error instanceof ApiError)) return error.message;
  if (error.status === 412) {
    return 'Somebody else has changed this record since you opened the form. Close the form and open it again to see the current values.';
  }
  return error.message;
}
