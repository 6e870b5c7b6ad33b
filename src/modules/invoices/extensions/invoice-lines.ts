import type { Transaction } from '../../../platform/database/transactions';
import { extensionPoint } from '../../../platform/extensions';
import type { SubscriptionBill } from '../subscription-bill';

/** Adds lines to the bills of subscriptions (docs/extending.md#invoice-lines). */
export const INVOICE_LINES = extensionPoint<InvoiceLineSource>('invoice lines');

/** A line that an extension adds. */
export interface AddedLine {
  readonly description: string;
  /** Number of units, as a decimal string; not negative. */
  readonly units: string;
  /** Unit of the quantity, a code of UN/ECE Recommendation 20; `C62` by default. */
  readonly unitCode?: string;
  /** Price per unit in major units; null if there is no single unit price. */
  readonly unitAmount: string | null;
  /** In cents, not negative: a discount lowers a bill, a line does not. */
  readonly amountCents: bigint;
  /** Must be the currency of the bill. */
  readonly currency: string;
}

/**
 * Adds lines to the invoice of a subscription while the invoice is created. Every source must pass
 * test/conformance/line-source.suite.ts.
 */
export interface InvoiceLineSource {
  /**
   * Returns the lines for a bill, in order. Called once per invoice, in the transaction that creates it; refreshing a draft
   * keeps the lines unchanged. Anything the source writes, such as what it has billed, is committed with the invoice.
   *
   * @param invoiceId null for a preview, which must neither write nor lock.
   */
  linesFor(tx: Transaction, bill: SubscriptionBill, invoiceId: string | null): Promise<readonly AddedLine[]>;
}
