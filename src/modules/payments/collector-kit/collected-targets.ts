import { isUUID } from 'class-validator';
import type { CollectedTarget } from './collected-target';
import { stringAt } from './values';

const TYPES = ['invoice', 'payment_request'] as const;

/** Returns the field of the provider's metadata that names the target, such as `invoice_id`. */
export const targetField = ({ type, id }: CollectedTarget): Record<string, string> => ({
  [`${type}_id`]: id,
});

/** Returns the target that metadata names; null for none. */
export function targetIn(metadata: unknown): CollectedTarget | null {
  for (const type of TYPES) {
    const id = stringAt(metadata, `${type}_id`);
    if (id !== null && isUUID(id)) return { type, id: id.toLowerCase() };
  }
  return null;
}
