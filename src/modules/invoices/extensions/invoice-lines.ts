import type { Transaction } from '../../../platform/database/transactions';
import { extensionPoint } from '../../../platform/extensions';
import type { SubscriptionBill } from '../compose/subscription-bill';

/** Adds lines to the bills of subscriptions (docs/extending.md#invoice-lines). */
export const INVOICE_LINES = extensionPoint<InvoiceLineSource>('invoice lines');

/** A line that an extension adds. */
export interface AddedLine {
  readonly description: string;
  /** Decimal string, not negative. */
  readonly units: string;
  /** Price of a unit in major units; null where units do not have one price. */
  readonly unitAmount: string | null;
  /** Not negative: what lowers a bill is a discount. */
  readonly amountCents: bigint;
  /** Must be the currency of the bill. */
  readonly currency: string;
}

/** An extension that adds lines. Conformance suite: `test/conformance/line-source.suite.ts`. */
export interface InvoiceLineSource {
  /**
   * Returns the lines of a bill in their order. Called once per invoice, in the transaction that creates it: refreshing
   * a draft keeps the lines as they are. What it writes, such as what it has billed, is committed with the invoice.
   *
   * @param invoiceId null in a preview, which neither writes nor locks.
   */
  linesFor(tx: Transaction, bill: SubscriptionBill, invoiceId: string | null): Promise<readonly AddedLine[]>;
}
