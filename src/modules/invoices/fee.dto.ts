import { AnswerField, EnumField, TextField, UuidField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { IdOf, KeyOf } from '../../platform/http/references';
import { CUSTOMER_REFERENCE } from '../customers';
import { InvoiceFeeDto, toFeeResponse } from './invoice-fee.dto';
import type { FeeFilters, FeeOfInvoice } from './invoice-fees.repository';
import { FEE_TYPES, INVOICE_STATUSES, type FeeType } from './invoice.rules';

const UUID = { type: String, format: 'uuid' } as const;
const INVOICE_ID = '0199a3c4-5b7e-7f86-af41-7c9d1e3f5a6b';
const SUBSCRIPTION_ID = '0199a3c4-5b7e-7097-b052-8dae2f4a6b7c';

export class ListFeesDto extends pageQuery(['created_at']) {
  @UuidField({ description: 'Filter by invoice', example: INVOICE_ID, optional: true })
  invoice_id?: string;

  @IdOf(CUSTOMER_REFERENCE, { description: 'Filter by customer', optional: true })
  customer_id?: string;

  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @UuidField({ description: 'Filter by subscription', example: SUBSCRIPTION_ID, optional: true })
  subscription_id?: string;

  @EnumField({ description: 'Filter by type', example: 'charge', values: FEE_TYPES, optional: true })
  type?: FeeType;

  @TextField({ description: 'Filter by the code of the billable metric', example: 'calls', optional: true })
  billable_metric_code?: string;
}

/** A fee with the number, status, customer and currency of its invoice. */
export class FeeDto extends InvoiceFeeDto {
  @AnswerField({ description: 'ID of the invoice', ...UUID, example: INVOICE_ID }) invoice_id!: string;

  @AnswerField({
    description: 'Number of the invoice; null for a draft',
    type: String,
    nullable: true,
    example: 'ACM-1B2C-007',
  })
  invoice_number!: string | null;

  @AnswerField({
    description: 'Status of the invoice; the fees of a draft change with its usage',
    type: String,
    enum: [...INVOICE_STATUSES],
    example: 'finalized',
  })
  invoice_status!: string;

  @AnswerField({
    description: 'ID of the customer',
    ...UUID,
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  customer_id!: string;

  @AnswerField({
    description: 'ID of the billed subscription; null for a one-off invoice',
    ...UUID,
    nullable: true,
    example: SUBSCRIPTION_ID,
  })
  subscription_id!: string | null;

  @AnswerField({ description: 'Currency of all amounts', type: String, example: 'EUR' })
  currency!: string;

  @AnswerField({
    description: 'Issuing date of the invoice',
    type: String,
    format: 'date',
    example: '2026-02-01',
  })
  issuing_date!: string;
}

export function toFeeFilters(query: ListFeesDto): FeeFilters {
  return {
    invoiceId: query.invoice_id,
    customerId: query.customer_id,
    subscriptionId: query.subscription_id,
    type: query.type,
    billableMetricCode: query.billable_metric_code,
  };
}

export function toFeeOfInvoiceResponse(fee: FeeOfInvoice): FeeDto {
  const { invoice } = fee;
  return {
    ...toFeeResponse(fee, fee.invoice.currency),
    invoice_id: invoice.id,
    invoice_number: invoice.number,
    invoice_status: invoice.status,
    customer_id: invoice.customerId,
    subscription_id: invoice.subscriptionId,
    currency: invoice.currency,
    issuing_date: invoice.issuingDate,
  };
}
