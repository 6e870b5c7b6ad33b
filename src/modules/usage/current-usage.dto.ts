import { AnswerField, UuidField } from '../../platform/http/fields';
import { CHARGE_MODELS } from '../plans';
import type { CurrentUsage } from './current-usage.service';

export class CurrentUsageQueryDto {
  @UuidField({
    description: 'ID of the subscription; required if the customer has several active ones',
    example: '0199a3c4-5b7e-7a44-8f1e-2d4c6b8a0f1e',
    optional: true,
  })
  subscription_id?: string;
}

const ID = { type: String, format: 'uuid' } as const;
const INSTANT = { type: String, format: 'date-time' } as const;

export class ChargeUsageDto {
  @AnswerField({ description: 'Code of the billable metric', type: String, example: 'storage_gb' })
  billable_metric_code!: string;

  @AnswerField({
    description: 'Charge model',
    type: String,
    enum: CHARGE_MODELS.describedNames,
    example: 'graduated',
  })
  charge_model!: string;

  @AnswerField({
    description: 'Name of the charge on invoices',
    type: String,
    nullable: true,
    example: 'Storage',
  })
  invoice_display_name!: string | null;

  @AnswerField({
    description: 'Units, aggregated and rounded as defined by the metric',
    type: String,
    example: '12.5',
  })
  units!: string;

  @AnswerField({ description: 'Number of counted events', type: 'integer', example: 3 })
  events_count!: number;

  @AnswerField({ description: 'Unrounded amount, in major units', type: String, example: '3.125' })
  amount!: string;

  @AnswerField({ description: 'Amount, rounded once, in minor units', type: 'integer', example: 313 })
  amount_cents!: number;
}

export class CurrentUsageDto {
  @AnswerField({
    ...ID,
    description: 'ID of the subscription',
    example: '0199a3c4-5b7e-7a44-8f1e-2d4c6b8a0f1e',
  })
  subscription_id!: string;

  @AnswerField({ description: 'Your own ID for the subscription', type: String, example: 'sub_1042' })
  external_subscription_id!: string;

  @AnswerField({ ...ID, description: 'ID of the customer', example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21' })
  customer_id!: string;

  @AnswerField({ description: 'Currency of the amounts', type: String, example: 'EUR' })
  currency!: string;

  @AnswerField({
    ...INSTANT,
    description: 'Start of the billing period',
    example: '2026-01-01T00:00:00.000Z',
  })
  from!: string;

  @AnswerField({
    ...INSTANT,
    description: 'End of the billing period, exclusive',
    example: '2026-02-01T00:00:00.000Z',
  })
  to!: string;

  @AnswerField({
    description: 'Amount of all charges before taxes, in minor units',
    type: 'integer',
    example: 313,
  })
  amount_cents!: number;

  @AnswerField({ description: 'Taxes, rounded per charge, in minor units', type: 'integer', example: 63 })
  taxes_amount_cents!: number;

  @AnswerField({ description: 'Amount including taxes, in minor units', type: 'integer', example: 376 })
  total_amount_cents!: number;

  @AnswerField({ description: 'All charges of the plan, in the order of the plan', type: [ChargeUsageDto] })
  charges!: ChargeUsageDto[];
}

export function toCurrentUsageResponse({
  usage,
  externalSubscriptionId,
  taxesCents,
}: CurrentUsage): CurrentUsageDto {
  const { period, planVersion, amountCents } = usage;
  return {
    subscription_id: period.subscriptionId,
    external_subscription_id: externalSubscriptionId,
    customer_id: usage.customerId,
    currency: planVersion.currency,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    amount_cents: Number(amountCents),
    taxes_amount_cents: Number(taxesCents),
    total_amount_cents: Number(amountCents + taxesCents),
    charges: usage.charges.map(({ charge, units, eventsCount, amount, amountCents: cents }) => ({
      billable_metric_code: charge.metric.code,
      charge_model: charge.chargeModel,
      invoice_display_name: charge.invoiceDisplayName,
      units,
      events_count: eventsCount,
      amount,
      amount_cents: Number(cents),
    })),
  };
}
