import { isDeepStrictEqual } from 'node:util';
import type { CustomerDto } from './customer.dto';

/** Wire names of the fields whose values differ; what an update sends but does not change is not named. */
export function changedFields(before: CustomerDto, after: CustomerDto): string[] {
  return (Object.keys(after) as (keyof CustomerDto)[]).filter(
    (name) => name !== 'updated_at' && !isDeepStrictEqual(before[name], after[name]),
  );
}
