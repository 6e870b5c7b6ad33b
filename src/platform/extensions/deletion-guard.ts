import type { Transaction } from '../database/caller';
import { InvalidStateError } from '../errors/app-error';
import type { ExtensionPoint } from './extension-point';
import type { Extensions } from './extensions';

/** Says why a record cannot be deleted. The owner of the record asks all guards, in the transaction that deletes. */
export interface DeletionGuard {
  /** Returns the end of the sentence "The customer has ...", e.g. `unpaid invoices`; null when nothing refers to it. */
  reasonToKeep(tx: Transaction, organizationId: string, id: string): Promise<string | null>;
}

/** The first reason that a guard gives, or null. A guard that fails is reported as such: nothing is deleted. */
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
 * @param resource as in a sentence, e.g. `customer`
 * @throws InvalidStateError with the first reason.
 */
export async function assertDeletable(
  extensions: Extensions,
  point: ExtensionPoint<DeletionGuard>,
  tx: Transaction,
  organizationId: string,
  id: string,
  resource: string,
): Promise<void> {
  const reason = await reasonToKeep(extensions, point, tx, organizationId, id);
  if (reason !== null) throw new InvalidStateError(`The ${resource} has ${reason}.`);
}
