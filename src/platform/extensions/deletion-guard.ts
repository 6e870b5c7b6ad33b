import type { Transaction } from '../database/transactions';
import { InvalidStateError } from '../errors/app-error';
import type { ExtensionPoint } from './extension-point';
import type { Extensions } from './extensions';

/** Says why a record must not be deleted (docs/extending.md#deletion-guards). */
export interface DeletionGuard {
  /**
   * Returns the sentence that refuses the deletion and says what to do first, e.g. `The customer has open tickets; close
   * them first.`; null if nothing depends on the record. Called in the transaction that deletes, which holds the lock on
   * the record.
   */
  reasonToKeep(tx: Transaction, organizationId: string, id: string): Promise<string | null>;
}

/**
 * Refuses a deletion that a guard objects to. If a guard fails, nothing is deleted.
 *
 * @throws InvalidStateError with the first reason.
 */
export async function assertDeletable(
  extensions: Extensions,
  point: ExtensionPoint<DeletionGuard>,
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<void> {
  for (const guard of extensions.of(point)) {
    const reason = await extensions.call(point, guard, async (it) => {
      const returned: unknown = await it.reasonToKeep(tx, organizationId, id);
      if (returned === null || (typeof returned === 'string' && returned !== '')) return returned;
      throw new Error('reasonToKeep must return a sentence or null');
    });
    if (reason !== null) throw new InvalidStateError(reason);
  }
}
