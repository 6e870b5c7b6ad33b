import { AnswerField } from '../../platform/http/fields';
import { itemAt } from '../../platform/domain/item-at';
import type { Report } from './analytics.service';
import { MRR, MRR_MONTHS } from './measures';
import { monthlyCents } from './mrr.rules';
import { CURRENCY, DATE, ReportDto, toReportResponse } from './report.dto';

export class MrrDayDto {
  @AnswerField(DATE) date!: string;
  @AnswerField({
    description: 'Monthly recurring revenue at the end of the day; on the current day, now',
    type: 'integer',
    example: 245_000,
  })
  mrr_cents!: number;
}

export class MrrSeriesDto {
  @AnswerField(CURRENCY) currency!: string;
  @AnswerField({ description: 'Every day of the report', type: [MrrDayDto] }) series!: MrrDayDto[];
}

export class MrrReportDto extends ReportDto {
  @AnswerField({
    description: 'One entry per currency with recurring revenue on one of these days, in order',
    type: [MrrSeriesDto],
  })
  data!: MrrSeriesDto[];
}

export function toMrrReport({ days, counted }: Report): MrrReportDto {
  const data = counted.subjects.flatMap((currency): MrrSeriesDto[] => {
    const earlier = counted.total(MRR_MONTHS, currency);
    const balances = counted.balances(MRR, currency).map((it) => it + earlier);
    if (balances.every((it) => it === 0n)) return [];
    const series = days.dates.map((date, index) => ({
      date,
      mrr_cents: Number(monthlyCents(itemAt(balances, index))),
    }));
    return [{ currency, series }];
  });
  return { ...toReportResponse(days), data };
}
