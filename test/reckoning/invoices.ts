import type { CouponUse } from './coupons';
import type { CreditKind, Day, Instant, PlanTerms } from './life';
import type { WalletUse } from './wallets';

/** A plan in one of its versions. */
export interface PlanInForce {
  /** Index of the plan. */
  plan: number;
  terms: PlanTerms;
}

/** A line before taxes. */
export interface Line {
  type: 'subscription' | 'charge';
  of: PlanInForce;
  metric: string | null;
  units: string;
  cents: number;
  /** Of the fee of a plan. */
  billedDays: number | null;
  periodDays: number | null;
}

/** A line of an invoice. */
export interface Fee extends Line {
  discount: number;
  /** Cents minus the discount: what is taxed, and what can be credited. */
  net: number;
  taxes: number;
  /** By code. */
  perTax: Map<string, number>;
}

export interface Invoice {
  subscription: Subscribed;
  madeAt: Instant;
  /** Place in the order in which the invoices were made. */
  place: number;
  status: 'draft' | 'finalized' | 'paid' | 'voided';
  /** The zone of its days. */
  zone: string;
  madeDay: Day;
  graceDays: number;
  termDays: number;
  fees: Fee[];
  /** The amounts that coupons take off; for a draft, as if it were finalized now. */
  coupons: CouponUse[];
  taxes: number;
  creditNotes: number;
  prepaid: number;
  total: number;
  paid: number;
  refunded: number;
  offset: number;
  /** The credit and the wallets that have paid for it. */
  usedNotes: { note: CreditNote; cents: number }[];
  usedWallets: WalletUse[];
  /** The lines as of now: they change while the invoice is a draft. */
  lines: () => Line[];
}

/** What an invoice knows of its subscription. */
export interface Subscribed {
  /** Place in the order of creation. */
  order: number;
}

export interface CreditNote {
  invoice: Invoice;
  status: 'draft' | 'finalized' | 'voided';
  reason: 'order_change' | 'other';
  madeAt: Instant;
  issuingDay: Day | null;
  /** Place of the fee on the invoice. */
  fee: number;
  item: number;
  /** The unused part that it credits, before discounts; null for other notes. */
  unused: number | null;
  taxes: number;
  credit: number;
  offset: number;
  refund: number;
  balance: number;
  /** An offset as far as something is due, a refund as far as something was paid, and credit for the rest. */
  how: CreditKind;
}

/** docs/billing-rules.md#grace-period */
export function issuingDayOf({ madeDay, graceDays }: Invoice): Day {
  return madeDay + graceDays;
}

export function dueOn(invoice: Invoice): number {
  return invoice.status === 'voided' ? 0 : invoice.total - invoice.paid - invoice.offset;
}
