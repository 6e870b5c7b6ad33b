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
 * Why a subscription is billed. `opening` bills only the prepaid fee of a billing period that begins;
 * `closing` bills the period that ended, and may include the prepaid fee of the next one.
 */
export type BillOccasion = 'opening' | 'closing';

/** A bill: what to put on one invoice of a subscription. */
export interface SubscriptionBill {
  organizationId: string;
  customerId: string;
  subscription: { id: string; externalId: string; name: string | null };
  /** Unique key of the invoice, together with the subscription and `periodId`. */
  occasion: BillOccasion;
  /** ID of the billing period that begins (`opening`) or has ended (`closing`). */
  periodId: string;
  /** Scheduled time of the bill, even if the job runs later. */
  billedAt: Date;
  /** The billing period shown on the invoice. */
  billingPeriod: { from: Date; to: Date };
  currency: string;
  fee: SubscriptionFee | null;
  /** ID of the period whose usage is billed; null if no usage is billed. */
  usagePeriodId: string | null;
  /**
   * When a bill without lines creates no invoice: always, or only if the invoice would be final immediately,
   * because a draft may still get usage. By default, an invoice for 0 is created.
   */
  skippedIfEmpty?: 'always' | 'when_final';
}

/** Returns whether a bill creates no invoice if it has no lines. */
export function isSkippedIfEmpty({ skippedIfEmpty }: SubscriptionBill, isFinal: boolean): boolean {
  return skippedIfEmpty === 'always' || (skippedIfEmpty === 'when_final' && isFinal);
}
