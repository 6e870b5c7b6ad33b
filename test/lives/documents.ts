import { dateOf } from '../reckoning/calendar';
import { dueOn, issuingDayOf, type CreditNote, type Invoice } from '../reckoning/invoices';
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
}

export interface InvoiceRecord {
  at: string;
  subscription: number;
  status: string;
  issued: string;
  due: string;
  fees: FeeRecord[];
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

/** Returns what the service must show. */
export function expectedDocuments({ acts, subscriptions, invoices, notes, wallets }: Reckoned): Documents {
  return {
    responses: acts.map((it) => `${it.step.do} ${it.accepted ? 'accepted' : 'refused'}`),
    wrongPreviews: [],
    events: acts.flatMap((it) => it.events ?? []),
    subscriptions: subscriptions.map(
      (it) => `${it.status} plan ${it.inForce.plan}, then ${it.next?.plan ?? 'the same'}`,
    ),
    invoices: invoices.map(invoiceRecord),
    notes: notes.map((it) => noteRecord(it, invoices)),
    wallets: wallets.map((it) => ({
      status: it.status,
      credits: it.credits.toFixed(),
      cents: it.cents,
      consumed: it.consumed,
    })),
  };
}

function invoiceRecord(it: Invoice): InvoiceRecord {
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
      taxes: fee.taxes,
      perTax: Object.fromEntries(fee.perTax),
      days: fee.billedDays === null ? null : `${fee.billedDays}/${fee.periodDays ?? ''}`,
    })),
    taxes: it.taxes,
    creditNotes: it.creditNotes,
    prepaid: it.prepaid,
    total: it.total,
    paid: it.paid,
    offset: it.offset,
    amountDue: dueOn(it),
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
