import {
  BooleanField,
  CurrencyField,
  DateField,
  DateTimeField,
  DecimalField,
  EnumField,
  IntegerField,
  ListOf,
  TextField,
  UuidField,
} from '../../platform/http/fields';
import { NO_UNIT, UnitCodeField } from '../../platform/locales';
import { pageQuery } from '../../platform/http/paging';
import { IdOf, KeyOf } from '../../platform/http/references';
import { CUSTOMER_REFERENCE, IncludeCustomerField } from '../customers';
import { PLAN_REFERENCE, SimulatedUsageDto, toSimulatedUsage } from '../plans';
import { BILLING_TIMES, type BillingTime } from './extensions/invoice-previews';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice.rules';
import type { InvoiceFilters } from './invoices.repository';
import type { OneOffInput } from './one-off-invoices';
import type { PreviewInput } from './subscription-previews';

const MAX_FEES = 100;
const MAX_METRICS = 100;

export class ListInvoicesDto extends pageQuery(['created_at', 'issuing_date']) {
  @IncludeCustomerField() include?: string;

  @EnumField({
    description: 'Filter by status',
    example: 'finalized',
    optional: true,
    values: INVOICE_STATUSES,
  })
  status?: InvoiceStatus;

  @IdOf(CUSTOMER_REFERENCE, { description: 'Filter by customer', optional: true })
  customer_id?: string;

  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @UuidField({
    description: 'Filter by subscription',
    example: '0199a3c4-5b7e-7097-b052-8dae2f4a6b7c',
    optional: true,
  })
  subscription_id?: string;

  @BooleanField({
    description: 'Filter by whether the invoice is overdue',
    example: true,
    optional: true,
    fromQuery: true,
  })
  payment_overdue?: boolean;

  @DateField({
    description: 'Earliest issuing date',
    example: '2026-01-01',
    optional: true,
  })
  issuing_date_from?: string;

  @DateField({
    description: 'Latest issuing date',
    example: '2026-12-31',
    optional: true,
  })
  issuing_date_to?: string;
}

export class OneOffFeeDto {
  @TextField({ description: 'Text of the invoice line', example: 'Set-up' }) description!: string;

  @DecimalField({ description: 'Number of units, greater than 0', example: '1.5' }) units!: string;

  @UnitCodeField({
    description: 'Unit of the quantity: a code of UN/ECE Recommendation 20, `C62` for no unit',
    example: 'HUR',
    optional: true,
    default: NO_UNIT,
  })
  unit_code?: string;

  @IntegerField({
    description: 'Price per unit in minor units; units x price is rounded once, half up',
    example: 10000,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  unit_amount_cents!: number;
}

export class CreateOneOffInvoiceDto {
  @IdOf(CUSTOMER_REFERENCE, { description: 'ID of the customer' }) customer_id!: string;
  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @CurrencyField({
    description: "Currency of the invoice; must be the customer's currency if the customer has one",
    example: 'EUR',
  })
  currency!: string;

  @ListOf(() => OneOffFeeDto, {
    description: `Fees of the invoice; at least 1, at most ${MAX_FEES}`,
    example: [{ description: 'Set-up', units: '1.5', unit_amount_cents: 50000 }],
    max: MAX_FEES,
  })
  fees!: OneOffFeeDto[];
}

export class PreviewInvoiceDto {
  @IdOf(CUSTOMER_REFERENCE, { description: 'ID of the customer' }) customer_id!: string;
  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;
  @IdOf(PLAN_REFERENCE, { description: 'ID of the plan' }) plan_id!: string;
  @KeyOf(PLAN_REFERENCE) plan_code?: string;

  @EnumField({
    description: 'Whether billing periods follow the calendar or the day of `subscription_at`',
    example: 'calendar',
    optional: true,
    default: 'calendar',
    values: BILLING_TIMES,
  })
  billing_time: BillingTime = 'calendar';

  @DateTimeField({
    description: 'When the subscription would start. Default: now',
    example: '2026-01-15T09:00:00.000Z',
    optional: true,
  })
  subscription_at?: Date;

  @ListOf(() => SimulatedUsageDto, {
    description:
      'Simulated usage of the first period, with at most one entry per metric. Must be empty for a plan ' +
      'that is paid in advance, whose first invoice bills no usage',
    example: [],
    optional: true,
    max: MAX_METRICS,
  })
  usage?: SimulatedUsageDto[];
}

export function toInvoiceFilters(query: ListInvoicesDto): InvoiceFilters {
  return {
    status: query.status,
    customerId: query.customer_id,
    subscriptionId: query.subscription_id,
    paymentOverdue: query.payment_overdue,
    issuingDateFrom: query.issuing_date_from,
    issuingDateTo: query.issuing_date_to,
  };
}

export function toOneOffInput(body: CreateOneOffInvoiceDto): OneOffInput {
  return {
    customerId: body.customer_id,
    currency: body.currency,
    fees: body.fees.map((it) => ({
      description: it.description,
      units: it.units,
      unitCode: it.unit_code ?? NO_UNIT,
      unitAmountCents: BigInt(it.unit_amount_cents),
    })),
  };
}

export function toPreviewInput(body: PreviewInvoiceDto): PreviewInput {
  return {
    customerId: body.customer_id,
    planId: body.plan_id,
    billingTime: body.billing_time,
    subscriptionAt: body.subscription_at ?? null,
    usage: toSimulatedUsage({ usage: body.usage ?? [] }),
  };
}
