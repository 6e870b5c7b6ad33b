import type { Transaction } from '../database/transactions';
import { InvalidStateError } from '../errors/app-error';
import type { ExtensionPoint } from './extension-point';
import type { Extensions } from './extensions';

/** Says why a record must not be deleted. The module that deletes asks all guards, in its transaction. */
export interface DeletionGuard {
  /** Returns the end of the sentence "The customer has ...", e.g. `unpaid invoices`; null if nothing depends on it. */
  reasonToKeep(tx: Transaction, organizationId: string, id: string): Promise<string | null>;
}

/** Returns the first reason that a guard gives, or null. If a guard fails, nothing is deleted. */
export async function reasonToKeep(
  extensions: Extensions,
  point: ExtensionPoint<DeletionGuard>,
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<string | null> {
  for (const guard of extensions.of(point)) {
    const reason = await extensions.call(point, guard, (it) => it.reasonToKeep(tx, organizationId, id));
    if (reason !== null) return reason;
  }
  return null;
}

/**
 * Refuses a deletion that a guard objects to.
 *
 * @param record of one organization; `resource` is its name in a sentence, e.g. `customer`.
 * @throws InvalidStateError with the first reason.
 */
export async function assertDeletable(
  extensions: Extensions,
  point: ExtensionPoint<DeletionGuard>,
  tx: Transaction,
  record: { resource: string; organizationId: string; id: string },
): Promise<void> {
  const { resource, organizationId, id } = record;
  const reason = await reasonToKeep(extensions, point, tx, organizationId, id);
  if (reason !== null) throw new InvalidStateError(`The ${resource} has ${reason}.`);
}
