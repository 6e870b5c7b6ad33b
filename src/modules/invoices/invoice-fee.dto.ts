import { AnswerField } from '../../platform/http/fields';
import { TAX_CATEGORIES, TaxAmountsAnswer, taxClassOf, toTaxAmounts, type TaxAmountDto } from '../taxes';
import { netAmountOf, taxedFee, unitAmountOf } from './fee-amounts';
import type { InvoiceFeeEntity } from './invoice-fee.entity';
import { FEE_TYPES } from './invoice.rules';

const ID = { type: String, format: 'uuid' } as const;
const INSTANT = { type: String, format: 'date-time', nullable: true } as const;

export class AppliedTaxDto {
  @AnswerField({ description: 'Code of the tax', type: String, example: 'vat_20' }) code!: string;
  @AnswerField({ description: 'Name of the tax', type: String, example: 'VAT' }) name!: string;
  @AnswerField({ description: 'Rate in percent, as a decimal string', type: String, example: '20' })
  rate!: string;
}

/** A fee of a previewed invoice, without an ID. */
export class PreviewedFeeDto {
  @AnswerField({
    description:
      '`subscription`: fee of the plan; `charge`: usage; `add_on`: added by an extension; `one_off`: fee ' +
      'of a one-off invoice',
    type: String,
    enum: [...FEE_TYPES],
    example: 'subscription',
  })
  type!: string;

  @AnswerField({
    description: 'Text of the invoice line, such as the plan name',
    type: String,
    example: 'Pro',
  })
  description!: string;
  @AnswerField({ description: 'Number of units, as a decimal string', type: String, example: '1' })
  units!: string;

  @AnswerField({
    description: 'Unit of the quantity: a code of UN/ECE Recommendation 20, `C62` for no unit',
    type: String,
    example: 'C62',
  })
  unit_code!: string;

  @AnswerField({
    description:
      'Price per unit in major units; for a subscription fee, the price of a whole period. Null if there ' +
      'is no single unit price',
    type: String,
    nullable: true,
    example: '49',
  })
  unit_amount!: string | null;

  @AnswerField({
    description: 'Amount of the fee before discounts and taxes, in minor units',
    type: 'integer',
    example: 4900,
  })
  amount_cents!: number;

  @AnswerField({
    description: 'Share of the discounts of the invoice, in minor units',
    type: 'integer',
    example: 0,
  })
  discount_amount_cents!: number;

  @AnswerField({
    description: 'Amount after discounts, in minor units: what is taxed, and what credit notes can credit',
    type: 'integer',
    example: 4900,
  })
  net_amount_cents!: number;

  @AnswerField({
    description:
      'Price per unit in major units after discounts and before taxes: `net_amount_cents` divided by `units`, rounded ' +
      'to 10 decimal places',
    type: String,
    example: '49',
  })
  net_unit_amount!: string;

  @AnswerField({
    description: 'Total of the taxes on the fee, in minor units, rounded once',
    type: 'integer',
    example: 980,
  })
  taxes_amount_cents!: number;

  @AnswerField({
    description: 'Taxes applied to the fee, with their rates at that time',
    type: [AppliedTaxDto],
  })
  applied_taxes!: AppliedTaxDto[];

  @AnswerField({
    description: 'Category of the tax in EN 16931 (UNCL5305); `O` without a tax',
    type: String,
    enum: [...TAX_CATEGORIES],
    example: 'S',
  })
  tax_category!: string;

  @AnswerField({
    description:
      'Rate of the tax in percent, as a decimal string; the sum of the rates, if several taxes apply',
    type: String,
    example: '20',
  })
  tax_rate!: string;

  @TaxAmountsAnswer('Taxes on the fee, each with its amount')
  taxes!: TaxAmountDto[];

  @AnswerField({
    description: 'Code of the billable metric; null unless the fee is for usage',
    type: String,
    nullable: true,
    example: null,
  })
  billable_metric_code!: string | null;

  @AnswerField({
    description: 'ID of the charge; null unless the fee is for usage',
    ...ID,
    nullable: true,
    example: null,
  })
  charge_id!: string | null;

  @AnswerField({
    description: 'ID of the plan; null for add-on and one-off fees',
    ...ID,
    nullable: true,
    example: '0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a',
  })
  plan_id!: string | null;

  @AnswerField({
    description: 'Start of the period that the fee covers, inclusive; null for add-on and one-off fees',
    ...INSTANT,
    example: '2026-01-01T00:00:00.000Z',
  })
  from!: string | null;

  @AnswerField({
    description: 'End of the period that the fee covers, exclusive; null for add-on and one-off fees',
    ...INSTANT,
    example: '2026-02-01T00:00:00.000Z',
  })
  to!: string | null;

  @AnswerField({
    description: 'Number of days that a subscription fee covers; null for other fees',
    type: 'integer',
    nullable: true,
    example: 31,
  })
  billed_days!: number | null;

  @AnswerField({
    description: 'Number of days in the whole billing period of a subscription fee; null for other fees',
    type: 'integer',
    nullable: true,
    example: 31,
  })
  period_days!: number | null;

  @AnswerField({
    description: 'Number of usage events that the fee includes; null unless the fee is for usage',
    type: 'integer',
    nullable: true,
    example: null,
  })
  events_count!: number | null;
}

export class InvoiceFeeDto extends PreviewedFeeDto {
  @AnswerField({ description: 'ID of the fee', ...ID, example: '0199a3c4-5b7e-7108-8163-9ebf30516273' })
  id!: string;
}

export function toPreviewedFee(fee: InvoiceFeeEntity, currency: string): PreviewedFeeDto {
  const { category, rate } = taxClassOf(fee.appliedTaxes);
  return {
    type: fee.type,
    description: fee.description,
    units: fee.units,
    unit_code: fee.unitCode,
    unit_amount: fee.unitAmount,
    amount_cents: Number(fee.amountCents),
    discount_amount_cents: Number(fee.discountAmountCents),
    net_amount_cents: Number(netAmountOf(fee)),
    net_unit_amount: unitAmountOf(netAmountOf(fee), fee.units, currency),
    taxes_amount_cents: Number(fee.taxesAmountCents),
    tax_category: category,
    tax_rate: rate,
    applied_taxes: fee.appliedTaxes.map(({ code, name, rate }) => ({ code, name, rate })),
    taxes: toTaxAmounts([taxedFee(fee)]),
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

export function toFeeResponse(fee: InvoiceFeeEntity, currency: string): InvoiceFeeDto {
  return { id: fee.id, ...toPreviewedFee(fee, currency) };
}
