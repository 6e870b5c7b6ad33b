import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { Extensions } from '../../../platform/extensions';
import { CollectionInFlightError, INVOICE_RESERVATIONS } from '../extensions/invoice-reservations';

/** What collections reserve of invoices (docs/payments.md#reservations). */
@Injectable()
export class InvoiceReservations {
  constructor(private readonly extensions: Extensions) {}

  /**
   * Asserts that no collection may still take the money that is due. The caller holds the locks on the invoices.
   *
   * @throws CollectionInFlightError
   */
  async assertNone(tx: Transaction, organizationId: string, invoiceIds: readonly string[]): Promise<void> {
    const collectionId = await this.firstOf(tx, organizationId, invoiceIds);
    if (collectionId !== null) throw new CollectionInFlightError(collectionId);
  }

  /** Whether a collection may still take money that is due on the invoice, whose lock the caller holds. */
  async isReserved(tx: Transaction, organizationId: string, invoiceId: string): Promise<boolean> {
    return (await this.firstOf(tx, organizationId, [invoiceId])) !== null;
  }

  private async firstOf(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<string | null> {
    for (const reserver of this.extensions.of(INVOICE_RESERVATIONS)) {
      const [first] = await this.extensions.call(INVOICE_RESERVATIONS, reserver, (it) =>
        it.openOf(tx, organizationId, invoiceIds),
      );
      if (first !== undefined) return first.collectionId;
    }
    return null;
  }
}
