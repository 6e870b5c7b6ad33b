import type { KeptLine } from './bill-line';

/** A bill with its lines, as the steps after them see it. */
export interface Bill {
  organizationId: string;
  customerId: string;
  /** Null for a one-off invoice. */
  subscriptionId: string | null;
  /** Null in a preview. */
  invoiceId: string | null;
  currency: string;
  /** Whether it becomes final now, which spends its discounts. */
  isFinal: boolean;
  lines: readonly KeptLine[];
}
