import { isDeepStrictEqual } from 'node:util';

/** Returns the names of the fields of a response whose values differ. */
export function changedFields<Response extends object>(before: Response, after: Response): string[] {
  return Object.keys(after).filter(
    (name) =>
      name !== 'updated_at' && !isDeepStrictEqual(Reflect.get(before, name), Reflect.get(after, name)),
  );
}
