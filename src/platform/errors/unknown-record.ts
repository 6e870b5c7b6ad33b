import type { FieldError } from './app-error';

/**
 * Returns the error in a field that names a record which the organization does not have.
 *
 * @param resource e.g. `billable metric`
 * @param remedy a sentence, e.g. from `createOrLookUp`
 */
export function unknownRecord(field: string, resource: string, remedy: string): FieldError {
  const message = `${field} does not exist in this organization. ${remedy}`;
  return { field, code: `unknown_${resource.replaceAll(' ', '_')}`, message };
}

/** @param list path of the route that lists the resource and creates its records */
export function createOrLookUp(resource: string, list: string, key = 'ID'): string {
  return `Create the ${resource} with POST ${list}, or look up its ${key} with GET ${list}.`;
}

/** @param list path of the route that lists the resource */
export function lookUp(resource: string, list: string): string {
  return `Look up the ID of the ${resource} with GET ${list}.`;
}
