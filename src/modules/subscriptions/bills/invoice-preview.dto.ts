import { DateTimeField, EnumField, ListOf } from '../../../platform/http/fields';
import { PLAN_REFERENCE, SimulatedUsageDto, toSimulatedUsage } from '../../plans';
import { BILLING_TIMES, type BillingTime } from '../periods';
import type { PreviewInput } from './invoice-previews';
import { IdOf, KeyOf } from '../../../platform/http/references';
import { CUSTOMER_REFERENCE } from '../../customers';

const MAX_METRICS = 100;

export class PreviewInvoiceDto {
  @IdOf(CUSTOMER_REFERENCE, { description: 'Id of the customer who would subscribe' }) customer_id!: string;
  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;
  @IdOf(PLAN_REFERENCE, { description: 'Id of the plan of the subscription' }) plan_id!: string;
  @KeyOf(PLAN_REFERENCE) plan_code?: string;

  @EnumField({
    description: 'Whether billing periods follow the calendar or the day of the start',
    example: 'calendar',
    optional: true,
    default: 'calendar',
    values: BILLING_TIMES,
  })
  billing_time: BillingTime = 'calendar';

  @DateTimeField({
    description: 'When the subscription would start; the current time by default',
    example: '2026-01-15T09:00:00.000Z',
    optional: true,
  })
  subscription_at?: Date;

  @ListOf(() => SimulatedUsageDto, {
    description:
      'Supposed usage of the first billing period, at most one entry per metric. Must be empty for a plan in advance, ' +
      'whose first invoice bills no usage',
    example: [],
    optional: true,
    max: MAX_METRICS,
  })
  usage?: SimulatedUsageDto[];
}

export function toPreviewInput(body: PreviewInvoiceDto): PreviewInput {
  return {
    customerId: body.customer_id,
    planId: body.plan_id,
    billingTime: body.billing_time,
    subscriptionAt: body.subscription_at,
    usage: toSimulatedUsage({ usage: body.usage ?? [] }),
  };
}
