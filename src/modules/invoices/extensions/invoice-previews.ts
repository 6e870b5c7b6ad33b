import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { InvalidStateError } from '../../../platform/errors/app-error';
import type { SubscriptionBill } from '../subscription-bill';

/** Dependency-injection token of the registry of the previewer. */
export const INVOICE_PREVIEWS = Symbol('INVOICE_PREVIEWS');

export const BILLING_TIMES = ['calendar', 'anniversary'] as const;
export type BillingTime = (typeof BILLING_TIMES)[number];

/** A subscription that does not exist. */
export interface PreviewedSubscription {
  organizationId: string;
  customerId: string;
  planId: string;
  billingTime: BillingTime;
  /** Null: now. */
  subscriptionAt: Date | null;
}

/** Its first invoice, as far as whoever knows the periods can tell. */
export interface PreviewedBill extends Pick<
  SubscriptionBill,
  'billedAt' | 'billingPeriod' | 'currency' | 'fee'
> {
  /** Where usage would be counted that this invoice bills; null: it bills none. */
  usageWindow: { from: Date; to: Date } | null;
}

/** Tells what the first invoice of a subscription would be made of. */
export interface InvoicePreviewer {
  /** Writes nothing. @throws ValidationFailedError naming `plan_id`, `customer_id` or `subscription_at`. */
  firstBill(tx: Transaction, subscription: PreviewedSubscription): Promise<PreviewedBill>;
}

/** Where the module that knows the periods of subscriptions answers previews. */
@Injectable()
export class InvoicePreviews {
  private previewer: InvoicePreviewer | null = null;

  register(previewer: InvoicePreviewer): void {
    this.previewer = previewer;
  }

  /** @throws InvalidStateError in a service without subscriptions. */
  firstBill(tx: Transaction, subscription: PreviewedSubscription): Promise<PreviewedBill> {
    if (this.previewer === null) throw new InvalidStateError('This service has no subscriptions to preview.');
    return this.previewer.firstBill(tx, subscription);
  }
}
