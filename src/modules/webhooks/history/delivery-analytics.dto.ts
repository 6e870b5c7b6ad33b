import { AnswerField, UuidField } from '../../../platform/http/fields';
import { DaySpanDto } from '../../../platform/http/day-span';
import type { DeliveryDay } from './delivery-days.repository';

const ENDPOINT = '0199a3c4-5b7e-7a21-9d3e-1c2b3a4d5e6f';

export class DeliveryAnalyticsQueryDto extends DaySpanDto {
  @UuidField({ description: 'Only deliveries to this endpoint', example: ENDPOINT, optional: true })
  webhook_endpoint_id?: string;
}

/** Deliveries that were created on one day. */
export class DeliveryAnalyticsDto {
  @AnswerField({ description: 'The day, in UTC', type: String, format: 'date', example: '2026-01-31' })
  date!: string;

  @AnswerField({ description: 'Deliveries created on the day that succeeded', type: 'integer', example: 310 })
  succeeded!: number;

  @AnswerField({ description: 'Deliveries created on the day that failed', type: 'integer', example: 2 })
  failed!: number;
}

export function toDeliveryAnalytics({ day, succeeded, failed }: DeliveryDay): DeliveryAnalyticsDto {
  return { date: day, succeeded: Number(succeeded), failed: Number(failed) };
}
