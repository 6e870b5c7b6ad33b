/** The price of a plan for a billing period, prorated. */
export interface SubscriptionFee {
  planId: string;
  planVersionId: string;
  planName: string;
  /** The price of the whole period. */
  unitAmountCents: bigint;
  /** The prorated price, which is billed. */
  amountCents: bigint;
  from: Date;
  to: Date;
  billedDays: number;
  periodDays: number;
}

/**
 * Why a subscription is billed: `opening` bills the fee of a billing period that begins, at the first start or when a
 * trial ends; `closing` bills the period that ended, with the fee of the next one if it is paid in advance.
 */
export type BillOccasion = 'opening' | 'closing';

/** A bill of a subscription, from which one invoice is made. */
export interface SubscriptionBill {
  organizationId: string;
  customerId: string;
  subscription: { id: string; externalId: string; name: string | null };
  /** With the subscription and `periodId` the unique key of the invoice. */
  occasion: BillOccasion;
  /** The billing period that begins or ended. */
  periodId: string;
  /** When the bill falls due by the calendar, also if the job runs later. */
  billedAt: Date;
  /** The period that the invoice shows. */
  billingPeriod: { from: Date; to: Date };
  currency: string;
  fee: SubscriptionFee | null;
  /** The billing period whose usage is billed; null for none. */
  usagePeriodId: string | null;
}
