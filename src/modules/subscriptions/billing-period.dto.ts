import { AnswerField, DateTimeField } from '../../platform/http/fields';
import type { BillingPeriods } from './billing-periods';
import { SubscriptionPeriodDto, toPeriodResponse } from './subscription-period.dto';

export class BillingPeriodQueryDto {
  @DateTimeField({
    description: 'Time within the billing period, not before the first one. Default: now',
    example: '2026-01-15T09:30:00.000Z',
    optional: true,
  })
  at?: Date;
}

export class SubscriptionBilledPeriodDto extends SubscriptionPeriodDto {
  @AnswerField({
    description: 'Start of the billed usage, inclusive',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  charges_from!: string;

  @AnswerField({
    description: 'End of the billed usage, exclusive',
    type: String,
    format: 'date-time',
    example: '2026-02-01T00:00:00.000Z',
  })
  charges_to!: string;
}

export class SubscriptionPeriodsDto {
  @AnswerField({ description: 'Billing period that contains `at`', type: SubscriptionPeriodDto })
  current!: SubscriptionPeriodDto;

  @AnswerField({
    description: 'Period that an invoice created at `at` would cover',
    type: SubscriptionBilledPeriodDto,
  })
  billed!: SubscriptionBilledPeriodDto;
}

export function toBillingPeriodResponse({ current, billed }: BillingPeriods): SubscriptionPeriodsDto {
  const { chargesFrom, chargesTo } = billed;
  const charges = { charges_from: chargesFrom.toISOString(), charges_to: chargesTo.toISOString() };
  return { current: toPeriodResponse(current), billed: { ...toPeriodResponse(billed), ...charges } };
}
