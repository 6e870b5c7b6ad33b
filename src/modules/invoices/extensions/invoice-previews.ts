import type { Transaction } from '../../../platform/database/transactions';
import { extensionPoint } from '../../../platform/extensions';
import type { PartOfPeriod } from '../../plans';
import type { SubscriptionBill } from '../subscription-bill';

/** The subscriptions module, which this module does not import, computes the bills to preview. */
export const INVOICE_PREVIEWS = extensionPoint<InvoicePreviewer>('invoice previews');

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
