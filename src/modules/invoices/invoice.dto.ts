import { IntersectionType } from '@nestjs/swagger';
import { AnswerField } from '../../platform/http/fields';
import { FrozenDetailsDto, toFrozenDetails } from '../documents';
import { TaxAmountsAnswer, TaxCategoryDto, toTaxAmounts, toTaxCategories, type TaxAmountDto } from '../taxes';
import { InvoiceFeeDto, toFeeResponse } from './invoice-fee.dto';
import { taxedFee } from './fee-amounts';
import type { AppliedDiscount } from './extensions/invoice-discounts';
import type { Invoice } from './invoice';
import { INVOICE_STATUSES, INVOICE_TYPES } from './invoice.rules';

const CENTS = { type: 'integer' } as const;
const DATE = { type: String, format: 'date' } as const;
const INSTANT = { type: String, format: 'date-time' } as const;
const MAYBE = { ...INSTANT, nullable: true } as const;

/** A discount of an invoice. */
export class InvoiceCouponDto {
  @AnswerField({
    description: 'ID of the applied coupon',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c42',
  })
  applied_coupon_id!: string;

  @AnswerField({ description: 'Code of the coupon', type: String, example: 'welcome' }) code!: string;
  @AnswerField({ description: 'Name of the coupon', type: String, example: 'Welcome offer' }) name!: string;
  @AnswerField({ description: 'Amount by which it lowers the fees, in minor units', ...CENTS, example: 500 })
  amount_cents!: number;
}

export class BillingPeriodDto {
  @AnswerField({
    description: 'Start of the period, inclusive',
    ...INSTANT,
    example: '2026-01-01T00:00:00.000Z',
  })
  from!: string;

  @AnswerField({
    description: 'End of the period, exclusive',
    ...INSTANT,
    example: '2026-02-01T00:00:00.000Z',
  })
  to!: string;
}

/** The amounts and dates that an invoice and its preview share. */
export class InvoiceAmountsDto {
  @AnswerField({ description: 'Currency of all amounts', type: String, example: 'EUR' })
  currency!: string;

  @AnswerField({ description: 'Sum of the fees before taxes, in minor units', ...CENTS, example: 4900 })
  fees_amount_cents!: number;

  @AnswerField({ description: 'Sum of the coupons, in minor units', ...CENTS, example: 0 })
  coupons_amount_cents!: number;

  @AnswerField({
    description: 'Coupons that lower the fees, in the order in which they apply',
    type: [InvoiceCouponDto],
    example: [],
  })
  coupons!: InvoiceCouponDto[];

  @AnswerField({ description: 'Sum of the taxes on the fees', ...CENTS, example: 980 })
  taxes_amount_cents!: number;

  @TaxAmountsAnswer('Taxes on the fees, each with its sum over all fees')
  taxes!: TaxAmountDto[];

  @AnswerField({
    description: 'Sums by tax category and rate (EN 16931), ordered by category',
    type: [TaxCategoryDto],
  })
  tax_categories!: TaxCategoryDto[];

  @AnswerField({
    description: "Issuing date in the customer's time zone: the day of billing plus the grace period",
    ...DATE,
    example: '2026-02-01',
  })
  issuing_date!: string;

  @AnswerField({
    description: 'Date by which the invoice must be paid: the issuing date plus the net payment term',
    ...DATE,
    example: '2026-03-03',
  })
  payment_due_date!: string;
}

export class InvoiceDto extends IntersectionType(InvoiceAmountsDto, FrozenDetailsDto) {
  @AnswerField({
    description: 'ID of the invoice',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b',
  })
  id!: string;

  @AnswerField({
    description:
      'Number assigned at finalization, unique in the organization and without gaps; null for a draft',
    type: String,
    nullable: true,
    example: 'ACM-1B2C-007',
  })
  number!: string | null;

  @AnswerField({
    description: 'ID of the customer',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  customer_id!: string;

  @AnswerField({
    description: 'ID of the billed subscription; null for a one-off invoice',
    type: String,
    format: 'uuid',
    nullable: true,
    example: '0199a3c4-5b7e-7097-b052-8dae2f4a6b7c',
  })
  subscription_id!: string | null;

  @AnswerField({
    description:
      'Whether the invoice bills a subscription or was created as a one-off; `credit` is not used yet',
    type: String,
    enum: [...INVOICE_TYPES],
    example: 'subscription',
  })
  invoice_type!: string;

  @AnswerField({
    description:
      'A draft is refreshed when its usage changes. A finalized invoice becomes paid when nothing is ' +
      'due, and finalized again if a payment is reversed',
    type: String,
    enum: [...INVOICE_STATUSES],
    example: 'finalized',
  })
  status!: string;

  @AnswerField({
    description: 'Billing period `[from, to)` of the subscription; null for a one-off invoice',
    type: BillingPeriodDto,
    nullable: true,
  })
  billing_period!: BillingPeriodDto | null;

  @AnswerField({ description: 'Fees of the invoice, in order', type: [InvoiceFeeDto] })
  fees!: InvoiceFeeDto[];

  @AnswerField({ description: 'Amount covered by credit notes at finalization', ...CENTS, example: 0 })
  credit_notes_amount_cents!: number;

  @AnswerField({ description: 'Amount covered by wallets at finalization', ...CENTS, example: 0 })
  prepaid_credit_amount_cents!: number;

  @AnswerField({
    description: 'Total: fees - coupons + taxes - credit notes - prepaid credits',
    ...CENTS,
    example: 5880,
  })
  total_amount_cents!: number;

  @AnswerField({ description: 'Sum of the payments applied to the invoice', ...CENTS, example: 0 })
  amount_paid_cents!: number;

  @AnswerField({
    description: 'Amount by which credit notes reduced the amount due after finalization',
    ...CENTS,
    example: 0,
  })
  offset_amount_cents!: number;

  @AnswerField({
    description: 'Amount due: total - paid - offset; 0 once the invoice is voided',
    ...CENTS,
    example: 5880,
  })
  amount_due_cents!: number;

  @AnswerField({
    description: 'Whether an amount is due and the due date has passed',
    type: Boolean,
    example: false,
  })
  payment_overdue!: boolean;

  @AnswerField({
    description: 'When the invoice was finalized; null for a draft',
    ...MAYBE,
    example: '2026-02-01T00:00:04.000Z',
  })
  finalized_at!: string | null;

  @AnswerField({
    description: 'When the invoice was fully paid; null unless it is paid',
    ...MAYBE,
    example: null,
  })
  paid_at!: string | null;

  @AnswerField({
    description: 'When the invoice was voided; null unless it is voided',
    ...MAYBE,
    example: null,
  })
  voided_at!: string | null;

  @AnswerField({
    description: 'When the invoice was created',
    ...INSTANT,
    example: '2026-02-01T00:00:04.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the invoice was last updated',
    ...INSTANT,
    example: '2026-02-01T00:00:04.000Z',
  })
  updated_at!: string;
}

export function toInvoiceResponse(invoice: Invoice): InvoiceDto {
  return {
    id: invoice.id,
    number: invoice.number,
    customer_id: invoice.customerId,
    subscription_id: invoice.subscriptionId,
    invoice_type: invoice.invoiceType,
    status: invoice.status,
    currency: invoice.currency,
    billing_period: toPeriodResponse(invoice.billingFrom, invoice.billingTo),
    fees: invoice.fees.map((it) => toFeeResponse(it, invoice.currency)),
    fees_amount_cents: Number(invoice.feesAmountCents),
    coupons_amount_cents: Number(invoice.couponsAmountCents),
    coupons: invoice.discounts.map(toInvoiceCoupon),
    taxes_amount_cents: Number(invoice.taxesAmountCents),
    taxes: toTaxAmounts(invoice.fees.map(taxedFee)),
    tax_categories: toTaxCategories(invoice.fees.map(taxedFee)),
    credit_notes_amount_cents: Number(invoice.creditNotesAmountCents),
    prepaid_credit_amount_cents: Number(invoice.prepaidCreditAmountCents),
    total_amount_cents: Number(invoice.totalAmountCents),
    amount_paid_cents: Number(invoice.amountPaidCents),
    offset_amount_cents: Number(invoice.offsetAmountCents),
    amount_due_cents: Number(invoice.amountDueCents),
    issuing_date: invoice.issuingDate,
    payment_due_date: invoice.paymentDueDate,
    payment_overdue: invoice.paymentOverdue,
    ...toFrozenDetails(invoice),
    finalized_at: invoice.finalizedAt?.toISOString() ?? null,
    paid_at: invoice.paidAt?.toISOString() ?? null,
    voided_at: invoice.voidedAt?.toISOString() ?? null,
    created_at: invoice.createdAt.toISOString(),
    updated_at: invoice.updatedAt.toISOString(),
  };
}

export function toPeriodResponse(from: Date | null, to: Date | null): BillingPeriodDto | null {
  return from === null || to === null ? null : { from: from.toISOString(), to: to.toISOString() };
}

export function toInvoiceCoupon(discount: AppliedDiscount): InvoiceCouponDto {
  const { sourceId, code, name, amountCents } = discount;
  return { applied_coupon_id: sourceId, code, name, amount_cents: Number(amountCents) };
}
