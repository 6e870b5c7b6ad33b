import { csvFields, type CsvFormat } from '../../platform/csv/csv';
import { AnswerField, DateField, UuidField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { InvoiceFeeDto, toFeeResponse } from './invoice-fee.dto';
import type { FeeFilters, InvoicedFee } from './invoice-fees.repository';
import { INVOICE_STATUSES } from './invoice.rules';

const UUID = { type: String, format: 'uuid' } as const;
const INVOICE = { description: 'Id of the invoice', example: '0199a3c4-5b7e-7f5a-b1c2-3d4e5f6a7b8c' };
const CUSTOMER = { description: 'Id of the customer', example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21' };
const SUBSCRIPTION = {
  description: 'Id of the subscription; null on a one-off invoice',
  example: '0199a3c4-5b7e-7097-b052-8dae2f4a6b7c',
};

export class ListFeesDto extends pageQuery(['created_at']) {
  @UuidField({ ...INVOICE, description: 'Only those of this invoice', optional: true })
  invoice_id?: string;

  @UuidField({ ...CUSTOMER, description: 'Only those of this customer', optional: true })
  customer_id?: string;

  @UuidField({ ...SUBSCRIPTION, description: 'Only those of this subscription', optional: true })
  subscription_id?: string;

  @DateField({
    description: 'Only fees of invoices issued on this day or later',
    example: '2026-01-01',
    optional: true,
  })
  issuing_date_from?: string;

  @DateField({
    description: 'Only fees of invoices issued on this day or before',
    example: '2026-12-31',
    optional: true,
  })
  issuing_date_to?: string;
}

export class FeeDto extends InvoiceFeeDto {
  @AnswerField({ ...INVOICE, ...UUID }) invoice_id!: string;

  @AnswerField({
    description: 'Number of the invoice; null for a draft',
    type: String,
    nullable: true,
    example: 'ACME-2026-000042',
  })
  invoice_number!: string | null;

  @AnswerField({
    description: 'Status of the invoice',
    type: String,
    enum: [...INVOICE_STATUSES],
    example: 'finalized',
  })
  invoice_status!: string;

  @AnswerField({
    description: 'Day on which the invoice is issued',
    type: String,
    format: 'date',
    example: '2026-02-01',
  })
  issuing_date!: string;

  @AnswerField({ ...CUSTOMER, ...UUID }) customer_id!: string;
  @AnswerField({ ...SUBSCRIPTION, ...UUID, nullable: true }) subscription_id!: string | null;
  @AnswerField({ description: 'Currency of the amounts', type: String, example: 'EUR' }) currency!: string;

  @AnswerField({
    description: 'When the invoice was created',
    type: String,
    format: 'date-time',
    example: '2026-02-01T00:00:00.000Z',
  })
  created_at!: string;
}

export function toFeeFilters(query: ListFeesDto): FeeFilters {
  return {
    invoiceId: query.invoice_id,
    customerId: query.customer_id,
    subscriptionId: query.subscription_id,
    issuingDateFrom: query.issuing_date_from,
    issuingDateTo: query.issuing_date_to,
  };
}

export function toListedFee({ fee, invoice }: InvoicedFee): FeeDto {
  return {
    ...toFeeResponse(fee),
    invoice_id: invoice.id,
    invoice_number: invoice.number,
    invoice_status: invoice.status,
    issuing_date: invoice.issuingDate,
    customer_id: invoice.customerId,
    subscription_id: invoice.subscriptionId,
    currency: invoice.currency,
    created_at: invoice.createdAt.toISOString(),
  };
}

/** The columns of fees as CSV. */
export const FEES_CSV: CsvFormat<FeeDto> = {
  file: 'fees',
  columns: [
    ...csvFields<FeeDto>('id', 'invoice_id', 'invoice_number', 'invoice_status', 'issuing_date'),
    ...csvFields<FeeDto>('customer_id', 'subscription_id', 'type', 'description', 'units', 'unit_amount'),
    ...csvFields<FeeDto>('currency', 'amount_cents', 'discount_amount_cents', 'net_amount_cents'),
    ...csvFields<FeeDto>('taxes_amount_cents', 'billable_metric_code', 'charge_id', 'plan_id'),
    ...csvFields<FeeDto>('from', 'to', 'billed_days', 'period_days', 'events_count', 'created_at'),
  ],
};
