import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { AddedLine } from '../invoice-lines';
import type { SubscriptionBill } from '../subscription-bill';

/** Dependency-injection token of the registry of line sources. */
export const INVOICE_LINE_SOURCES = Symbol('INVOICE_LINE_SOURCES');

/**
 * Adds lines to the invoice of a subscription while the invoice is created. Every source must pass
 * test/conformance/line-source.suite.ts.
 */
export interface InvoiceLineSource {
  /**
   * Returns the lines for a bill, in order. Called once per invoice, in the transaction that creates it;
   * refreshing a draft keeps the lines unchanged. Anything the source writes, such as what it has billed, is
   * committed with the invoice.
   *
   * @param invoiceId null for a preview, which must write nothing.
   */
  linesFor(tx: Transaction, bill: SubscriptionBill, invoiceId: string | null): Promise<AddedLine[]>;
}

/** Modules of any layer register here to add lines to the invoices of subscriptions. */
@Injectable()
export class InvoiceLineSources {
  private readonly sources: InvoiceLineSource[] = [];

  register(source: InvoiceLineSource): void {
    this.sources.push(source);
  }

  /** Returns the lines of all sources in the order of registration. */
  async linesFor(tx: Transaction, bill: SubscriptionBill, invoiceId: string | null): Promise<AddedLine[]> {
    const lines: AddedLine[] = [];
    for (const source of this.sources) lines.push(...(await source.linesFor(tx, bill, invoiceId)));
    return lines;
  }
}
