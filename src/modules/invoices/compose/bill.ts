import type { InvoiceLine } from '../invoice-lines';

/** A line of a bill, with the ID of its fee if the fee already exists. */
export type BillLine = InvoiceLine & { id?: string };

/** A bill with its lines, before discounts and taxes. */
export interface Bill {
  organizationId: string;
  customerId: string;
  /** Null for a one-off invoice. */
  subscriptionId: string | null;
  /** Null in a preview. */
  invoiceId: string | null;
  currency: string;
  /** `SubscriptionBill.billedAt`, also when the draft is composed again. */
  billedAt: Date;
  /** Whether the invoice becomes final now, which spends its discounts. */
  isFinal: boolean;
  lines: readonly BillLine[];
}
