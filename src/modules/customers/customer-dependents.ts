import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { InvalidStateError } from '../../platform/errors/app-error';
import { Extensions, assertDeletable, extensionPoint, type DeletionGuard } from '../../platform/extensions';

export interface CustomerKey {
  organizationId: string;
  customerId: string;
}

/** A change of the days by which the invoices of a customer are dated. */
export interface ChangedTerms extends CustomerKey {
  /** Days by which the grace period became longer; negative if it became shorter. */
  addedGraceDays: number;
  /** Days from the issuing date to the due date. */
  netPaymentTerm: number;
}

/** A document that has a currency, e.g. `{ name: 'an invoice', currency: 'EUR' }`. */
export interface CustomerDocument {
  /** With its article, as the end of "The customer has …". */
  name: string;
  currency: string;
}

/** A module with records of customers. It is called in the transaction of the change, under the lock on the customer. */
export interface CustomerDependent {
  /**
   * Returns a document of the customer, in any status, whose currency differs from `than`; null if there is none.
   *
   * @param than null for a document in any currency.
   */
  documentNotIn(
    tx: Transaction,
    customer: CustomerKey,
    than: string | null,
  ): Promise<CustomerDocument | null>;
  onTermsChanged?(tx: Transaction, change: ChangedTerms): Promise<void>;
  /** Ends what must not outlive the customer. */
  onDeleted?(tx: Transaction, customer: CustomerKey): Promise<void>;
}

/** Guards against the deletion of a customer. */
export const CUSTOMER_DELETION_GUARDS = extensionPoint<DeletionGuard>('customer deletion guards');
export const CUSTOMER_DEPENDENTS = extensionPoint<CustomerDependent>('customer dependents');

/**
 * Calls the modules that keep records of a customer when the customer changes. Changes of records have no time limit of
 * an extension: their duration grows with the number of records.
 */
@Injectable()
export class CustomerDependents {
  constructor(private readonly extensions: Extensions) {}

  /** @throws InvalidStateError while a deletion guard objects. */
  assertDeletable(tx: Transaction, { organizationId, customerId }: CustomerKey): Promise<void> {
    return assertDeletable(this.extensions, CUSTOMER_DELETION_GUARDS, tx, organizationId, customerId);
  }

  async termsChanged(tx: Transaction, change: ChangedTerms): Promise<void> {
    for (const dependent of this.extensions.of(CUSTOMER_DEPENDENTS))
      await dependent.onTermsChanged?.(tx, change);
  }

  async deleted(tx: Transaction, customer: CustomerKey): Promise<void> {
    for (const dependent of this.extensions.of(CUSTOMER_DEPENDENTS))
      await dependent.onDeleted?.(tx, customer);
  }

  /**
   * Checks a change of the currency (docs/billing-rules.md#currency-of-a-customer). The lock on the customer keeps
   * documents from being created meanwhile, because their foreign key waits for it.
   *
   * @throws InvalidStateError if a document stands in the way. A customer without a currency may get the currency of
   *   its documents.
   */
  async assertCurrency(
    tx: Transaction,
    customer: CustomerKey,
    { from, to }: { from: string | null; to: string | null },
  ): Promise<void> {
    const allowed = from === null ? to : null;
    for (const dependent of this.extensions.of(CUSTOMER_DEPENDENTS)) {
      const document = await this.extensions.call(CUSTOMER_DEPENDENTS, dependent, (it) =>
        it.documentNotIn(tx, customer, allowed),
      );
      if (document !== null) throw new InvalidStateError(refusal(document, to));
    }
  }
}

function refusal({ name, currency }: CustomerDocument, to: string | null): string {
  const reason = `The customer has ${name} in ${currency}, so its currency cannot be`;
  if (to === null) return `${reason} cleared.`;
  return `${reason} changed to ${to}. To bill in ${to}, create another customer.`;
}
