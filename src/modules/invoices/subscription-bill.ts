/** The prorated fee of a plan for a billing period. */
export interface SubscriptionFee {
  planId: string;
  planVersionId: string;
  planName: string;
  /** The price of the whole period. */
  unitAmountCents: bigint;
  /** The prorated price that is billed. */
  amountCents: bigint;
  from: Date;
  to: Date;
  billedDays: number;
  periodDays: number;
}

/**
 * Why a subscription is billed. `opening` bills the fee of a billing period that begins, at the first start
 * or when a trial ends; `closing` bills the period that ended, and the fee of the next one if it is paid in
 * advance.
 */
export type BillOccasion = 'opening' | 'closing';

/** A bill of a subscription, from which one invoice is created. */
export interface SubscriptionBill {
  organizationId: string;
  customerId: string;
  subscription: { id: string; externalId: string; name: string | null };
  /** Together with the subscription and `periodId`, the unique key of the invoice. */
  occasion: BillOccasion;
  /** The billing period that begins or ended. */
  periodId: string;
  /** Scheduled time of the bill, even if the job runs later. */
  billedAt: Date;
  /** The billing period shown on the invoice. */
  billingPeriod: { from: Date; to: Date };
  currency: string;
  fee: SubscriptionFee | null;
  /** The usage period that is billed; null for none. */
  usagePeriodId: string | null;
}
