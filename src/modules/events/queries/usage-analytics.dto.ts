import { AnswerField, TextField } from '../../../platform/http/fields';
import { DaySpanDto } from '../../../platform/http/day-span';
import type { UsageDay } from './usage-days.repository';

export class UsageAnalyticsQueryDto extends DaySpanDto {
  @TextField({
    description: 'Only events of the billable metric with this code',
    example: 'storage_gb',
    optional: true,
  })
  billable_metric_code?: string;
}

/** Usage events of one day. */
export class UsageAnalyticsDto {
  @AnswerField({ description: 'The day, in UTC', type: String, format: 'date', example: '2026-01-31' })
  date!: string;

  @AnswerField({
    description: 'Usage events that were stored on the day, whatever their timestamp',
    type: 'integer',
    example: 12_408,
  })
  events!: number;
}

export function toUsageAnalytics({ day, events }: UsageDay): UsageAnalyticsDto {
  return { date: day, events: Number(events) };
}
