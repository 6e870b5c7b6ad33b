import { dueDate, issuingDate } from '../../platform/calendar';
import { newId } from '../../platform/domain/id';
import { NOTHING_FROZEN } from '../documents';
import type { BillingTerms } from '../customers';
import type { Invoice } from './invoice';
import type { ComposedBill } from './compose/bill-pipeline';
import { graceEndsAt, totalOf, type InvoiceType } from './invoice.rules';
import type { SubscriptionBill } from './subscription-bill';

/** The fields of a new invoice, before its fees are known. */
export interface NewInvoice {
  organizationId: string;
  customerId: string;
  invoiceType: InvoiceType;
  currency: string;
  /** The bill of the subscription; null for a one-off invoice. */
  bill: SubscriptionBill | null;
  /** When the invoice is billed. The grace period starts on this day. */
  billedAt: Date;
  /** Number of days that the invoice stays a draft. */
  graceDays: number;
}

/** Returns a draft without fees; the job finalizes it when its grace period ends. */
export function newInvoice(about: NewInvoice, terms: BillingTerms, now: Date): Invoice {
  const { organizationId, customerId, invoiceType, currency, bill } = about;
  const { timezone, netPaymentTerm } = terms;
  const issuedOn = issuingDate(about.billedAt, timezone, about.graceDays);
  return {
    organizationId,
    id: newId(),
    number: null,
    customerId,
    invoiceType,
    status: 'draft',
    currency,
    ...billColumns(bill),
    ...NOTHING,
    fees: [],
    discounts: [],
    timezone,
    netPaymentTerm,
    issuingDate: issuedOn,
    paymentDueDate: dueDate(issuedOn, netPaymentTerm),
    paymentOverdue: false,
    nextActionAt: graceEndsAt({ issuingDate: issuedOn, timezone }),
    billingError: null,
    ...NOTHING_FROZEN,
    documentSha256: null,
    finalizedAt: null,
    paidAt: null,
    voidedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns the draft with the fees, discounts and totals of a composed bill; the whole total is due. */
export function withFees(draft: Invoice, { events: _, ...composed }: ComposedBill): Invoice {
  const totalAmountCents = totalOf({ ...draft, ...composed });
  return { ...draft, ...composed, totalAmountCents, amountDueCents: totalAmountCents };
}

const NOTHING = {
  feesAmountCents: 0n,
  couponsAmountCents: 0n,
  taxesAmountCents: 0n,
  creditNotesAmountCents: 0n,
  prepaidCreditAmountCents: 0n,
  totalAmountCents: 0n,
  amountPaidCents: 0n,
  offsetAmountCents: 0n,
  amountDueCents: 0n,
};

function billColumns(bill: SubscriptionBill | null) {
  return {
    subscriptionId: bill?.subscription.id ?? null,
    periodId: bill?.periodId ?? null,
    occasion: bill?.occasion ?? null,
    billingFrom: bill?.billingPeriod.from ?? null,
    billingTo: bill?.billingPeriod.to ?? null,
    billedAt: bill?.billedAt ?? null,
    usagePeriodId: bill?.usagePeriodId ?? null,
  };
}
