import {
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IntegerField,
  ListOf,
  TextField,
  UuidField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice.rules';
import type { InvoiceFilters } from './invoice-filters';
import type { OneOffInput } from './lifecycle/one-off-invoices';
import { IdOf, KeyOf } from '../../platform/http/references';
import { CUSTOMER_REFERENCE } from '../customers';

const MAX_FEES = 100;

const CUSTOMER = { description: 'Id of the customer', example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21' };

export class ListInvoicesDto extends pageQuery(['created_at', 'issuing_date']) {
  @EnumField({
    description: 'Only invoices with this status',
    example: 'finalized',
    optional: true,
    values: INVOICE_STATUSES,
  })
  status?: InvoiceStatus;

  @UuidField({ ...CUSTOMER, description: 'Only those of this customer', optional: true })
  customer_id?: string;

  @UuidField({
    description: 'Only those of this subscription',
    example: '0199a3c4-5b7e-7097-b052-8dae2f4a6b7c',
    optional: true,
  })
  subscription_id?: string;

  @BooleanField({
    description: '`true`: only overdue invoices; `false`: only the others',
    example: true,
    optional: true,
    fromQuery: true,
  })
  payment_overdue?: boolean;

  @DateField({
    description: 'Only invoices issued on this day or later',
    example: '2026-01-01',
    optional: true,
  })
  issuing_date_from?: string;

  @DateField({
    description: 'Only invoices issued on this day or before',
    example: '2026-12-31',
    optional: true,
  })
  issuing_date_to?: string;

  @TextField({
    description: 'Only the invoice with this number',
    example: 'ACME-2026-000042',
    optional: true,
  })
  number?: string;

  @TextField({
    description:
      "Only invoices whose number, or whose customer's name, e-mail address or external_id begins with this text, in any usual case",
    example: 'acme',
    optional: true,
  })
  search?: string;
}

export class OneOffFeeDto {
  @TextField({ description: 'Description shown on the invoice', example: 'Set-up' }) description!: string;

  @DecimalField({ description: 'Number of units, above 0', example: '1.5' }) units!: string;

  @IntegerField({
    description: 'Price of a unit in the minor unit; the product is rounded once, half up',
    example: 10000,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  unit_amount_cents!: number;
}

export class CreateOneOffInvoiceDto {
  @IdOf(CUSTOMER_REFERENCE) customer_id!: string;
  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @CurrencyField({
    description: "Currency of the invoice; must be the customer's own, if it has one",
    example: 'EUR',
  })
  currency!: string;

  @ListOf(() => OneOffFeeDto, {
    description: `1 to ${MAX_FEES} fees`,
    example: [{ description: 'Set-up', units: '1.5', unit_amount_cents: 10000 }],
    max: MAX_FEES,
  })
  fees!: OneOffFeeDto[];
}

export function toInvoiceFilters(query: ListInvoicesDto): InvoiceFilters {
  return {
    status: query.status,
    customerId: query.customer_id,
    subscriptionId: query.subscription_id,
    paymentOverdue: query.payment_overdue,
    issuingDateFrom: query.issuing_date_from,
    issuingDateTo: query.issuing_date_to,
    number: query.number,
    search: query.search,
  };
}

export function toOneOffInput(body: CreateOneOffInvoiceDto): OneOffInput {
  return {
    customerId: body.customer_id,
    currency: body.currency,
    fees: body.fees.map((it) => ({
      description: it.description,
      units: it.units,
      unitAmountCents: BigInt(it.unit_amount_cents),
    })),
  };
}
