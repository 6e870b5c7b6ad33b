import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { InvalidStateError } from '../../../platform/errors/app-error';
import type { PartOfPeriod } from '../../plans';
import type { SubscriptionBill } from '../subscription-bill';

/** Dependency-injection token of `InvoicePreviews`. */
export const INVOICE_PREVIEWS = Symbol('INVOICE_PREVIEWS');

export const BILLING_TIMES = ['calendar', 'anniversary'] as const;
export type BillingTime = (typeof BILLING_TIMES)[number];

export interface PreviewedSubscription {
  organizationId: string;
  customerId: string;
  planId: string;
  billingTime: BillingTime;
  /** Null means now. */
  subscriptionAt: Date | null;
}

/** The first bill of a hypothetical subscription: what its first invoice would contain. */
export interface PreviewedBill extends SubscriptionBill {
  /** The period whose usage the invoice bills, with its part of a whole billing period; null if it bills no usage. */
  usagePeriod: { from: Date; to: Date; part: PartOfPeriod } | null;
}

/** Implemented by the subscriptions module. */
export interface InvoicePreviewer {
  /** Writes nothing. @throws ValidationFailedError naming `plan_id`, `customer_id` or `subscription_at`. */
  firstBill(tx: Transaction, subscription: PreviewedSubscription): Promise<PreviewedBill>;
}

/** The subscriptions module registers its previewer here. */
@Injectable()
export class InvoicePreviews {
  private previewer: InvoicePreviewer | null = null;

  register(previewer: InvoicePreviewer): void {
    this.previewer = previewer;
  }

  /** @throws InvalidStateError if no previewer is registered. */
  firstBill(tx: Transaction, subscription: PreviewedSubscription): Promise<PreviewedBill> {
    if (this.previewer === null) throw new InvalidStateError('The service has no subscriptions to preview.');
    return this.previewer.firstBill(tx, subscription);
  }
}
