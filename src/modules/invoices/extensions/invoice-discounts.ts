import { extensionPoint } from '../../../platform/extensions';
import type { Transaction } from '../../../platform/database/transactions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import type { InvoiceLine } from '../invoice-lines';

/** Lowers the fees of subscription bills before taxes (docs/extending.md#extension-points). */
export const INVOICE_DISCOUNTS = extensionPoint<InvoiceDiscounts>('invoice discounts');

/** A fee that can be lowered. */
export interface DiscountableLine extends Readonly<
  Pick<InvoiceLine, 'type' | 'description' | 'amountCents' | 'billableMetricCode' | 'chargeId' | 'planId'>
> {
  /** The amount of the fee minus the discounts before this extension, in the minor unit of the bill's currency. */
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
  /**
   * The scheduled time of the bill. The same for its preview, its draft and its finalization, however late they run, so
   * rules that depend on time use it instead of the clock.
   */
  readonly billedAt: Date;
  readonly lines: readonly DiscountableLine[];
  /**
   * The discounts of earlier bills of the same preview. A preview spends nothing, so a limited discount must subtract
   * these amounts. Empty for an invoice.
   */
  readonly spentBefore: readonly AppliedDiscount[];
}

/** A discount that an extension proposes for a bill. */
export interface ProposedDiscount {
  /**
   * Identifies what is spent, such as an applied coupon: any UUID of the extension's own record. At most one discount per
   * bill and source. `applied_coupon_id` in the API.
   */
  readonly sourceId: string;
  readonly code: string;
  readonly name: string;
  /** Must be the currency of the bill. */
  readonly currency: string;
  /** The lines of the bill that it lowers. */
  readonly lines: readonly DiscountableLine[];
  /**
   * Returns the amount in cents, not negative. It is capped at what is left of the lines.
   *
   * @param leftCents what earlier discounts have left of its lines, in total.
   */
  amountCents(leftCents: bigint): bigint;
}

/** A discount on an invoice. */
export interface AppliedDiscount {
  readonly source: string;
  readonly sourceId: string;
  readonly code: string;
  readonly name: string;
  /** Greater than 0; a discount that lowers nothing is left out. */
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
   * Returns the IDs of the customers that may have a discount; `discountsFor` is called only for these, so it need not check
   * the customer again. Without this method, it is called for every customer.
   */
  customersConcerned?(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<readonly string[]>;

  /**
   * Returns the discounts of a bill in the order in which they apply. Also called for drafts and previews, so it must
   * neither write nor lock.
   */
  discountsFor(tx: Transaction, bill: DiscountableBill): Promise<readonly ProposedDiscount[]>;

  /**
   * Spends the discounts of an invoice that is finalized. Called right after `discountsFor`, with the customer locked, and
   * only if the discounts lower the bill.
   *
   * @returns the events to append; they follow the invoice's own. The extension appends none itself.
   */
  spend(tx: Transaction, invoice: DiscountedInvoice): Promise<readonly DomainEvent[]>;

  /**
   * Restores what `spend` took, because the invoice is voided. Called with the customer locked.
   *
   * @returns the events to append; they follow `invoice.voided`.
   */
  restore(tx: Transaction, invoice: DiscountedInvoice): Promise<readonly DomainEvent[]>;
}
