import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { AddedLine } from '../invoice-lines';
import type { SubscriptionBill } from '../subscription-bill';

/** Dependency-injection token of the registry of line sources. */
export const INVOICE_LINE_SOURCES = Symbol('INVOICE_LINE_SOURCES');

/**
 * Adds fees to the invoice of a subscription while it is being made (test/conformance holds the suite that
 * every source must pass).
 */
export interface InvoiceLineSource {
  /**
   * The lines for this bill, in order; none where there is nothing to add. Asked once per invoice: lines stay
   * as they are when a draft is computed again. Runs in the transaction that makes the invoice, so what it
   * writes (such as what it has billed) is kept exactly if the invoice is.
   *
   * @param invoiceId null for a preview: nothing may be written.
   */
  linesFor(tx: Transaction, bill: SubscriptionBill, invoiceId: string | null): Promise<AddedLine[]>;
}

/** Where modules of any layer add lines to the invoices of subscriptions. */
@Injectable()
export class InvoiceLineSources {
  private readonly sources: InvoiceLineSource[] = [];

  register(source: InvoiceLineSource): void {
    this.sources.push(source);
  }

  /** In the order in which the sources were registered. */
  async linesFor(tx: Transaction, bill: SubscriptionBill, invoiceId: string | null): Promise<AddedLine[]> {
    const lines: AddedLine[] = [];
    for (const source of this.sources) lines.push(...(await source.linesFor(tx, bill, invoiceId)));
    return lines;
  }
}
