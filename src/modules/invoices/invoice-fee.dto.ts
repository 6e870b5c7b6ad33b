import { AnswerField } from '../../platform/http/fields';
import { netCents, type InvoiceFeeEntity } from './invoice-fee.entity';
import { FEE_TYPES } from './invoice.rules';

const ID = { type: String, format: 'uuid' } as const;
const INSTANT = { type: String, format: 'date-time', nullable: true } as const;

export class AppliedTaxDto {
  @AnswerField({ description: 'Code of the tax', type: String, example: 'vat_20' }) code!: string;
  @AnswerField({ description: 'Name of the tax', type: String, example: 'VAT' }) name!: string;
  @AnswerField({ description: 'Rate in percent of the net amount', type: String, example: '20' })
  rate!: string;
}

/** A fee without its id: previews have none. */
export class PreviewedFeeDto {
  @AnswerField({
    description:
      '`subscription`: the price of the plan; `charge`: usage; `add_on`: added by an extension; `one_off`: a fee of a one-off invoice; `credit`: prepaid credits',
    type: String,
    enum: [...FEE_TYPES],
    example: 'subscription',
  })
  type!: string;

  @AnswerField({ description: 'Description shown on the invoice', type: String, example: 'Pro' })
  description!: string;
  @AnswerField({ description: 'Number of units, a decimal string', type: String, example: '1' })
  units!: string;

  @AnswerField({
    description:
      'Price of a unit in major units; for a subscription, the price of a whole period. Null if units have no single price',
    type: String,
    nullable: true,
    example: '49',
  })
  unit_amount!: string | null;

  @AnswerField({ description: 'Amount before discounts and taxes', type: 'integer', example: 4900 })
  amount_cents!: number;

  @AnswerField({ description: 'Share of the discounts of the invoice', type: 'integer', example: 0 })
  discount_amount_cents!: number;

  @AnswerField({
    description: 'Amount less discounts: what is taxed, and what credit notes can credit',
    type: 'integer',
    example: 4900,
  })
  net_amount_cents!: number;

  @AnswerField({ description: 'Taxes on the net amount, rounded once', type: 'integer', example: 980 })
  taxes_amount_cents!: number;

  @AnswerField({
    description: 'The taxes with their rates at the time of the invoice',
    type: [AppliedTaxDto],
  })
  applied_taxes!: AppliedTaxDto[];

  @AnswerField({
    description: 'Code of the billable metric; null for a fee without usage',
    type: String,
    nullable: true,
    example: null,
  })
  billable_metric_code!: string | null;

  @AnswerField({
    description: 'Id of the charge of the plan',
    ...ID,
    nullable: true,
    example: null,
  })
  charge_id!: string | null;

  @AnswerField({
    description: 'Id of the plan',
    ...ID,
    nullable: true,
    example: '0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a',
  })
  plan_id!: string | null;

  @AnswerField({
    description: 'First instant of the period that the fee covers',
    ...INSTANT,
    example: '2026-01-01T00:00:00.000Z',
  })
  from!: string | null;

  @AnswerField({
    description: 'First instant after the period that the fee covers',
    ...INSTANT,
    example: '2026-02-01T00:00:00.000Z',
  })
  to!: string | null;

  @AnswerField({
    description: 'Days that a subscription fee bills',
    type: 'integer',
    nullable: true,
    example: 31,
  })
  billed_days!: number | null;

  @AnswerField({
    description: 'Days of the whole billing period',
    type: 'integer',
    nullable: true,
    example: 31,
  })
  period_days!: number | null;

  @AnswerField({ description: 'Number of usage events', type: 'integer', nullable: true, example: null })
  events_count!: number | null;
}

export class InvoiceFeeDto extends PreviewedFeeDto {
  @AnswerField({ description: 'Id of the fee', ...ID, example: '0199a3c4-5b7e-7108-8163-9ebf30516273' })
  id!: string;
}

export function toPreviewedFee(fee: InvoiceFeeEntity): PreviewedFeeDto {
  return {
    type: fee.type,
    description: fee.description,
    units: fee.units,
    unit_amount: fee.unitAmount,
    amount_cents: Number(fee.amountCents),
    discount_amount_cents: Number(fee.discountAmountCents),
    net_amount_cents: Number(netCents(fee)),
    taxes_amount_cents: Number(fee.taxesAmountCents),
    applied_taxes: fee.appliedTaxes.map(({ code, name, rate }) => ({ code, name, rate })),
    billable_metric_code: fee.billableMetricCode,
    charge_id: fee.chargeId,
    plan_id: fee.planId,
    from: fee.coversFrom?.toISOString() ?? null,
    to: fee.coversTo?.toISOString() ?? null,
    billed_days: fee.billedDays,
    period_days: fee.periodDays,
    events_count: fee.eventsCount,
  };
}

export function toFeeResponse(fee: InvoiceFeeEntity): InvoiceFeeDto {
  return { id: fee.id, ...toPreviewedFee(fee) };
}
