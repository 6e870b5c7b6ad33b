/** The fee of a plan for a stretch of days. */
export interface SubscriptionFee {
  planId: string;
  planVersionId: string;
  planName: string;
  /** What the whole period costs. */
  unitAmountCents: bigint;
  /** What is billed: prorated. */
  amountCents: bigint;
  from: Date;
  to: Date;
  billedDays: number;
  periodDays: number;
}

/**
 * Why a subscription is billed: `opening` bills the fee of a period that begins (at the first start, or when a
 * trial ends in it), `closing` the period that ended, with the fee of the next one if it is paid in advance.
 */
export type BillOccasion = 'opening' | 'closing';

/** Everything that one invoice of a subscription is made of. */
export interface SubscriptionBill {
  organizationId: string;
  customerId: string;
  subscription: { id: string; externalId: string; name: string | null };
  /** With `periodId` the unique key of the invoice. */
  occasion: BillOccasion;
  /** The usage period that begins or ended. */
  periodId: string;
  /** The instant at which the bill falls due by the calendar, also when it is made later. */
  billedAt: Date;
  /** What the invoice shows as its period. */
  billingPeriod: { from: Date; to: Date };
  currency: string;
  fee: SubscriptionFee | null;
  /** The period whose usage is billed; null: none. */
  usagePeriodId: string | null;
}
