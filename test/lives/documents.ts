import { dateOf } from '../reckoning/calendar';
import type { Application } from '../reckoning/coupons';
import { dueOn, issuingDayOf, type CreditNote, type Invoice } from '../reckoning/invoices';
import { total } from '../reckoning/numbers';
import type { Reckoned } from '../reckoning/reckoning';

/** What is compared of a life: the same of the service and of the reckoning. */
export interface Documents {
  /** The status of each response, in the order of the requests. */
  responses: string[];
  /** Previews of plan changes that differ from what the change made. */
  wrongPreviews: string[];
  /** Whether each usage event was accepted in time, late, or rejected. */
  events: string[];
  subscriptions: string[];
  invoices: InvoiceRecord[];
  notes: NoteRecord[];
  wallets: WalletRecord[];
  coupons: CouponRecord[];
}

export interface InvoiceRecord {
  at: string;
  subscription: number;
  status: string;
  issued: string;
  due: string;
  fees: FeeRecord[];
  coupons: { application: number; cents: number }[];
  couponCents: number;
  taxes: number;
  creditNotes: number;
  prepaid: number;
  total: number;
  paid: number;
  offset: number;
  amountDue: number;
}

export interface FeeRecord {
  type: string;
  plan: number;
  metric: string | null;
  units: string;
  cents: number;
  discount: number;
  net: number;
  taxes: number;
  /** By code. */
  perTax: Record<string, number>;
  days: string | null;
}

export interface NoteRecord {
  invoice: number;
  status: string;
  reason: string;
  issued: string | null;
  fee: number;
  item: number;
  taxes: number;
  credit: number;
  offset: number;
  refund: number;
  balance: number;
}

export interface WalletRecord {
  status: string;
  credits: string;
  cents: number;
  consumed: number;
}

/** A coupon applied to the customer. */
export interface CouponRecord {
  coupon: number;
  status: string;
  frequency: string;
  cents: number | null;
  currency: string | null;
  rate: string | null;
  centsLeft: number | null;
  billsLeft: number | null;
}

/** Returns what the service must show. */
export function expectedDocuments(reckoned: Reckoned): Documents {
  const { acts, subscriptions, invoices, notes, wallets, applications } = reckoned;
  return {
    responses: acts.map((it) => `${it.step.do} ${it.accepted ? 'accepted' : 'refused'}`),
    wrongPreviews: [],
    events: acts.flatMap((it) => it.events ?? []),
    subscriptions: subscriptions.map(
      (it) => `${it.status} plan ${it.inForce.plan}, then ${it.next?.plan ?? 'the same'}`,
    ),
    invoices: invoices.map((it) => invoiceRecord(it, applications)),
    notes: notes.map((it) => noteRecord(it, invoices)),
    wallets: wallets.map((it) => ({
      status: it.status,
      credits: it.credits.toFixed(),
      cents: it.cents,
      consumed: it.consumed,
    })),
    coupons: applications.map(couponRecord),
  };
}

function invoiceRecord(it: Invoice, applications: readonly Application[]): InvoiceRecord {
  return {
    at: new Date(it.madeAt).toISOString(),
    subscription: it.subscription.order,
    status: it.status,
    issued: dateOf(issuingDayOf(it)),
    due: dateOf(issuingDayOf(it) + it.termDays),
    fees: it.fees.map((fee) => ({
      type: fee.type,
      plan: fee.of.plan,
      metric: fee.metric,
      units: fee.units,
      cents: fee.cents,
      discount: fee.discount,
      net: fee.net,
      taxes: fee.taxes,
      perTax: Object.fromEntries(fee.perTax),
      days: fee.billedDays === null ? null : `${fee.billedDays}/${fee.periodDays ?? ''}`,
    })),
    coupons: it.coupons.map(({ application, cents }) => ({
      application: applications.indexOf(application),
      cents,
    })),
    couponCents: total(it.coupons.map(({ cents }) => cents)),
    taxes: it.taxes,
    creditNotes: it.creditNotes,
    prepaid: it.prepaid,
    total: it.total,
    paid: it.paid,
    offset: it.offset,
    amountDue: dueOn(it),
  };
}

function couponRecord({ coupon, status, terms, centsLeft, billsLeft }: Application): CouponRecord {
  const { worth, frequency } = terms;
  const isFixed = worth.type === 'fixed_amount';
  return {
    coupon,
    status,
    frequency,
    cents: isFixed ? worth.cents : null,
    currency: isFixed ? worth.currency : null,
    rate: isFixed ? null : worth.rate,
    centsLeft: isFixed && frequency === 'once' ? centsLeft : null,
    billsLeft: frequency === 'recurring' ? billsLeft : null,
  };
}

function noteRecord(it: CreditNote, invoices: readonly Invoice[]): NoteRecord {
  return {
    invoice: invoices.indexOf(it.invoice),
    status: it.status,
    reason: it.reason,
    issued: it.issuingDay === null ? null : dateOf(it.issuingDay),
    fee: it.fee,
    item: it.item,
    taxes: it.taxes,
    credit: it.credit,
    offset: it.offset,
    refund: it.refund,
    balance: it.balance,
  };
}
