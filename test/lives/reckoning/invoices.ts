import type { CreditKind, Day, Instant } from './life';

/** A line before discounts and taxes. */
export interface Line {
  type: 'subscription' | 'charge';
  plan: number;
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
  net: number;
  taxes: number;
}

export interface Invoice {
  subscription: Subscribed;
  madeAt: Instant;
  status: 'draft' | 'finalized' | 'paid';
  issuingDay: Day;
  dueDay: Day;
  fees: Fee[];
  coupons: number;
  taxes: number;
  creditNotes: number;
  prepaid: number;
  total: number;
  paid: number;
  refunded: number;
  offset: number;
  /** The lines as of now: they change while the invoice is a draft. */
  lines: () => Line[];
}

/** What an invoice knows of its subscription. */
export interface Subscribed {
  /** Place in the order of starts. */
  order: number;
}

export interface CreditNote {
  invoice: Invoice;
  status: 'draft' | 'finalized';
  reason: 'order_change' | 'other';
  madeAt: Instant;
  issuingDay: Day | null;
  /** Place of the fee on the invoice. */
  fee: number;
  item: number;
  taxes: number;
  credit: number;
  offset: number;
  refund: number;
  balance: number;
  /** An offset as far as something is due, a refund as far as something was paid, and credit for the rest. */
  how: CreditKind;
}

export function dueOn(invoice: Invoice): number {
  return invoice.total - invoice.paid - invoice.offset;
}
