import { itemAt } from '../../platform/domain/item-at';
import { AnswerField, UuidField } from '../../platform/http/fields';
import type { Report } from './analytics.service';
import { count, DATE, ReportDto, ReportQueryDto, toReportResponse } from './report.dto';

export class DeliveryReportQueryDto extends ReportQueryDto {
  @UuidField({
    description: 'Filter by endpoint, even a deleted one',
    example: '0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f',
    optional: true,
  })
  webhook_endpoint_id?: string;
}

export class DeliveryDayDto {
  @AnswerField(DATE) date!: string;
  @AnswerField(count('Number of deliveries created on this day', 240)) created_count!: number;
  @AnswerField(count('Number of deliveries that succeeded on this day', 236)) succeeded_count!: number;
  @AnswerField(count('Number of times that a delivery failed permanently on this day', 2))
  failed_count!: number;
  @AnswerField(count('Number of attempts of this day, including retries', 251)) attempts_count!: number;
}

export class DeliveryReportDto extends ReportDto {
  @AnswerField({ description: 'Every day of the report', type: [DeliveryDayDto] }) data!: DeliveryDayDto[];
}

export function toDeliveryReport({ days, counted }: Report): DeliveryReportDto {
  const [created, succeeded, failed, attempts] = [
    counted.ofAll('deliveries_created'),
    counted.ofAll('deliveries_succeeded'),
    counted.ofAll('deliveries_failed'),
    counted.ofAll('deliveries_attempts'),
  ];
  const data = days.dates.map((date, index) => ({
    date,
    created_count: Number(itemAt(created, index)),
    succeeded_count: Number(itemAt(succeeded, index)),
    failed_count: Number(itemAt(failed, index)),
    attempts_count: Number(itemAt(attempts, index)),
  }));
  return { ...toReportResponse(days), data };
}
