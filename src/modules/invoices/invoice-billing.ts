import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { SubscriptionBill } from './subscription-bill';

/** An invoice that was made, as far as its maker needs it. */
export interface BilledInvoice {
  id: string;
  /** The line of `SubscriptionBill.fee`; null without one. */
  subscriptionFeeId: string | null;
}

/** What an invoice would come to; nothing is written. */
export interface BillPreview {
  currency: string;
  feesAmountCents: bigint;
  taxesAmountCents: bigint;
  totalAmountCents: bigint;
}

/** Makes the invoices of subscriptions (billing-rules.md, Invoices). */
@Injectable()
export class InvoiceBilling {
  /**
   * Makes the invoice with its events, a draft while the customer's grace period lasts. Exactly once per period
   * and occasion: the same again answers the one that is there.
   */
  bill(_tx: Transaction, _bill: SubscriptionBill): Promise<BilledInvoice> {
    throw new Error('not built yet');
  }

  /** What `bill` would make now, before credits and wallets. */
  preview(_tx: Transaction, _bill: SubscriptionBill): Promise<BillPreview> {
    throw new Error('not built yet');
  }
}
