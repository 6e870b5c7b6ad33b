import { isDeepStrictEqual } from 'node:util';
import type { CustomerDto } from './customer.dto';

/** Returns the names of the response fields whose values differ, except `updated_at`. */
export function changedFields(before: CustomerDto, after: CustomerDto): string[] {
  return (Object.keys(after) as (keyof CustomerDto)[]).filter(
    (name) => name !== 'updated_at' && !isDeepStrictEqual(before[name], after[name]),
  );
}
