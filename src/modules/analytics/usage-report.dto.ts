import { itemAt } from '../../platform/domain/item-at';
import { AnswerField, UuidField } from '../../platform/http/fields';
import type { UsageReport } from './analytics.service';
import { count, DATE, ReportDto, ReportQueryDto, toReportResponse } from './report.dto';

const METRIC_ID = '0199a3c4-5b7e-7b2f-8c41-6d0e9f3a7b15';

export class UsageReportQueryDto extends ReportQueryDto {
  @UuidField({ description: 'Filter by billable metric', example: METRIC_ID, optional: true })
  billable_metric_id?: string;
}

export class UsageDayDto {
  @AnswerField(DATE) date!: string;
  @AnswerField(count('Number of usage events with a timestamp on this day', 1250)) events_count!: number;
}

export class UsageSeriesDto {
  @AnswerField({ description: 'ID of the billable metric', type: String, format: 'uuid', example: METRIC_ID })
  billable_metric_id!: string;

  @AnswerField({ description: 'Its code', type: String, example: 'storage_gb' }) code!: string;
  @AnswerField({ description: 'Every day of the report', type: [UsageDayDto] }) series!: UsageDayDto[];
}

export class UsageReportDto extends ReportDto {
  @AnswerField({
    description: 'One entry per billable metric with usage events on these days, even a deleted one, by code',
    type: [UsageSeriesDto],
  })
  data!: UsageSeriesDto[];
}

export function toUsageReport({ days, counted, metrics }: UsageReport): UsageReportDto {
  const data = metrics.map(({ id, code }): UsageSeriesDto => {
    const events = counted.of('usage_events', id);
    const series = days.dates.map((date, index) => ({ date, events_count: Number(itemAt(events, index)) }));
    return { billable_metric_id: id, code, series };
  });
  return { ...toReportResponse(days), data };
}
