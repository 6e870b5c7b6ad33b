import { AnswerField } from '../../platform/http/fields';
import { toTaxAmounts, toTaxCategories } from '../taxes';
import { PreviewedFeeDto, toPreviewedFee } from './invoice-fee.dto';
import { taxedFee } from './fee-amounts';
import { BillingPeriodDto, InvoiceAmountsDto, toInvoiceCoupon } from './invoice.dto';
import type { InvoicePreview } from './subscription-previews';

export class InvoicePreviewDto extends InvoiceAmountsDto {
  @AnswerField({
    description: 'ID of the customer',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  customer_id!: string;

  @AnswerField({
    description: 'Always `subscription`',
    type: String,
    enum: ['subscription'],
    example: 'subscription',
  })
  invoice_type!: string;

  @AnswerField({ description: 'Billing period `[from, to)` shown on the invoice', type: BillingPeriodDto })
  billing_period!: BillingPeriodDto;

  @AnswerField({ description: 'Fees of the invoice, in order', type: [PreviewedFeeDto] })
  fees!: PreviewedFeeDto[];

  @AnswerField({
    description: 'Fees - coupons + taxes, before credit notes and prepaid credits, in minor units',
    type: 'integer',
    example: 5880,
  })
  total_amount_cents!: number;
}

export function toInvoicePreviewResponse(preview: InvoicePreview): InvoicePreviewDto {
  const { from, to } = preview.billingPeriod;
  return {
    customer_id: preview.customerId,
    invoice_type: 'subscription',
    currency: preview.currency,
    billing_period: { from: from.toISOString(), to: to.toISOString() },
    fees: preview.fees.map((it) => toPreviewedFee(it, preview.currency)),
    fees_amount_cents: Number(preview.feesAmountCents),
    coupons_amount_cents: Number(preview.couponsAmountCents),
    coupons: preview.discounts.map(toInvoiceCoupon),
    taxes_amount_cents: Number(preview.taxesAmountCents),
    taxes: toTaxAmounts(preview.fees.map(taxedFee)),
    tax_categories: toTaxCategories(preview.fees.map(taxedFee)),
    total_amount_cents: Number(preview.totalAmountCents),
    issuing_date: preview.issuingDate,
    payment_due_date: preview.paymentDueDate,
  };
}
