import type { CreditNoteBody } from '../support/credit-wire';
import type { InvoiceBody } from '../support/invoice-wire';
import type { InvoiceRecord, NoteRecord } from './documents';

/** The IDs of plans and subscriptions, in the order of their creation, and the places of coupons. */
export interface Known {
  planIds: readonly string[];
  subscriptionIds: readonly string[];
  /** Returns the place of an applied coupon in the order of creation. */
  placeOfCoupon(appliedId: string): number;
}

/** Returns what is compared of an invoice. */
export function invoiceRecord(it: InvoiceBody, known: Known): InvoiceRecord {
  const { planIds, subscriptionIds } = known;
  return {
    at: it.created_at,
    subscription: subscriptionIds.indexOf(it.subscription_id ?? ''),
    status: it.status,
    issued: it.issuing_date,
    due: it.payment_due_date,
    fees: it.fees.map((fee) => ({
      type: fee.type,
      plan: planIds.indexOf(fee.plan_id ?? ''),
      metric: fee.billable_metric_code,
      units: fee.units,
      cents: fee.amount_cents,
      discount: fee.discount_amount_cents,
      net: fee.net_amount_cents,
      taxes: fee.taxes_amount_cents,
      perTax: Object.fromEntries(fee.taxes.map((tax) => [tax.code, tax.amount_cents])),
      days: fee.billed_days === null ? null : `${fee.billed_days}/${fee.period_days ?? ''}`,
    })),
    coupons: it.coupons.map((coupon) => ({
      application: known.placeOfCoupon(coupon.applied_coupon_id),
      cents: coupon.amount_cents,
    })),
    couponCents: it.coupons_amount_cents,
    taxes: it.taxes_amount_cents,
    creditNotes: it.credit_notes_amount_cents,
    prepaid: it.prepaid_credit_amount_cents,
    total: it.total_amount_cents,
    paid: it.amount_paid_cents,
    offset: it.offset_amount_cents,
    amountDue: it.amount_due_cents,
  };
}

/** Returns what is compared of a credit note. */
export function noteRecord(it: CreditNoteBody, invoices: readonly InvoiceBody[]): NoteRecord {
  const place = invoices.findIndex((invoice) => invoice.id === it.invoice_id);
  const [item] = it.items;
  return {
    invoice: place,
    status: it.status,
    reason: it.reason,
    issued: it.issuing_date,
    fee: invoices[place]?.fees.findIndex((fee) => fee.id === item?.fee_id) ?? -1,
    item: item?.amount_cents ?? 0,
    taxes: it.taxes_amount_cents,
    credit: it.credit_amount_cents,
    offset: it.offset_amount_cents,
    refund: it.refund_amount_cents,
    balance: it.balance_amount_cents,
  };
}
