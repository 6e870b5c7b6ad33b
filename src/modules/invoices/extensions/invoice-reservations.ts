import { HeldError } from '../../../platform/errors/app-error';
import type { Transaction } from '../../../platform/database/transactions';
import { extensionPoint } from '../../../platform/extensions';

/**
 * Says which invoices are being collected, so that nothing else lowers what is due on them meanwhile
 * (docs/payments.md#reservations).
 */
export const INVOICE_RESERVATIONS = extensionPoint<InvoiceReserver>('invoice reservations');

/** What is being collected of an invoice. */
export interface InvoiceReservation {
  readonly invoiceId: string;
  readonly collectionId: string;
}

export interface InvoiceReserver {
  /** Returns the open reservations of these invoices. The caller holds the locks on the invoices. */
  openOf(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<readonly InvoiceReservation[]>;
}

/** The amount due cannot be lowered: a collection of it may still take the money. */
export class CollectionInFlightError extends HeldError {
  readonly code = 'collection_in_flight';

  constructor(readonly collectionId: string) {
    super(
      `Collection ${collectionId} may still take this money. Wait for its end, or cancel it with ` +
        `POST /v1/collections/${collectionId}/cancel.`,
    );
  }
}
