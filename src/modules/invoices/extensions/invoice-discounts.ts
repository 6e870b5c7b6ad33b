import { extensionPoint } from '../../../platform/extensions';
import type { Transaction } from '../../../platform/database/transactions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import type { BillLine } from '../compose/bill-line';

/** Lowers the fees of subscription bills before taxes (docs/extending.md#invoice-discounts). */
export const INVOICE_DISCOUNTS = extensionPoint<InvoiceDiscounts>('invoice discounts');

/** A fee that can be lowered. */
export interface DiscountableLine extends Readonly<
  Pick<BillLine, 'type' | 'description' | 'amountCents' | 'billableMetricCode' | 'chargeId' | 'planId'>
> {
  /** The amount of the fee less the earlier discounts. */
  readonly leftCents: bigint;
}

/** The bill of a subscription, before taxes. One-off invoices are not discounted. */
export interface DiscountableBill {
  readonly organizationId: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  /** Null in a preview. */
  readonly invoiceId: string | null;
  readonly currency: string;
  readonly lines: readonly DiscountableLine[];
  /**
   * The discounts of the bills before this one in the same preview. A preview spends nothing, so what is limited is
   * less by these amounts. Empty for an invoice.
   */
  readonly spentBefore: readonly AppliedDiscount[];
}

/** A discount that an extension wants on a bill. */
export interface ProposedDiscount {
  /** What is spent, such as the id of an applied coupon; at most once per bill. */
  readonly sourceId: string;
  readonly code: string;
  readonly name: string;
  /** Must be the currency of the bill. */
  readonly currency: string;
  /** The lines of the bill that it lowers. */
  readonly lines: readonly DiscountableLine[];
  /**
   * Returns the amount, not negative. More than is left of the lines is cut to that.
   *
   * @param leftCents what the discounts before it left of its lines, in all.
   */
  amountCents(leftCents: bigint): bigint;
}

/** A discount as it stands on an invoice. */
export interface AppliedDiscount {
  readonly source: string;
  readonly sourceId: string;
  readonly code: string;
  readonly name: string;
  /** Above 0: a discount that lowers nothing is left out. */
  readonly amountCents: bigint;
}

/** A final invoice with the discounts of one extension. */
export interface DiscountedInvoice {
  readonly organizationId: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly invoiceId: string;
  readonly currency: string;
  readonly discounts: readonly AppliedDiscount[];
}

/** An extension that discounts bills. Conformance suite: `test/conformance/invoice-discounts.suite.ts`. */
export interface InvoiceDiscounts {
  /** Marks the discounts of this extension on invoices, e.g. `coupon`. Never changes. */
  readonly source: string;

  /**
   * Returns the ids of the customers that may have a discount, so that a batch of bills asks `discountsFor` of no
   * others. Asked of all if it is left out.
   */
  customersConcerned?(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<readonly string[]>;

  /**
   * Returns the discounts of a bill in the order in which they apply. Drafts and previews call it too, so it neither
   * writes nor locks.
   */
  discountsFor(tx: Transaction, bill: DiscountableBill): Promise<readonly ProposedDiscount[]>;

  /**
   * Spends the discounts of an invoice that is being finalized. Called right after `discountsFor`, under the lock on the
   * customer, and only if they lower the bill.
   *
   * @returns the events to append; they follow the invoice's own. The extension appends none itself.
   */
  spend(tx: Transaction, invoice: DiscountedInvoice): Promise<readonly DomainEvent[]>;

  /**
   * Gives back what `spend` took, because the invoice is voided. Called under the lock on the customer.
   *
   * @returns the events to append; they follow `invoice.voided`.
   */
  giveBack(tx: Transaction, invoice: DiscountedInvoice): Promise<readonly DomainEvent[]>;
}
