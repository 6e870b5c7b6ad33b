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
  /** Null stands for now. */
  subscriptionAt: Date | null;
}

/** The first invoice of a subscription, as the module that knows the periods computes it. */
export interface PreviewedBill extends Pick<
  SubscriptionBill,
  'billedAt' | 'billingPeriod' | 'currency' | 'fee'
> {
  /** The period whose usage the invoice bills; null if it bills none. */
  usageWindow: { from: Date; to: Date } | null;
}

/** Computes the first bill of a subscription. */
export interface InvoicePreviewer {
  /** Writes nothing. @throws ValidationFailedError naming `plan_id`, `customer_id` or `subscription_at`. */
  firstBill(tx: Transaction, subscription: PreviewedSubscription): Promise<PreviewedBill>;
}

/** The module that knows the periods of subscriptions registers here. */
@Injectable()
export class InvoicePreviews {
  private previewer: InvoicePreviewer | null = null;

  register(previewer: InvoicePreviewer): void {
    this.previewer = previewer;
  }

  /** @throws InvalidStateError in a service without subscriptions. */
  firstBill(tx: Transaction, subscription: PreviewedSubscription): Promise<PreviewedBill> {
    if (this.previewer === null) throw new InvalidStateError('The service has no subscriptions to preview.');
    return this.previewer.firstBill(tx, subscription);
  }
}
