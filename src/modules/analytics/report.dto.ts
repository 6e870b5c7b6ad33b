import { AnswerField, DateField } from '../../platform/http/fields';
import type { ReportedDays } from './reported-days';

const FROM = '2026-11-01';
const TO = '2026-11-30';

export class ReportQueryDto {
  @DateField({
    description:
      "First day, in the organization's time zone; by default the 30th day up to `to`. At most 366 days.",
    example: FROM,
    optional: true,
  })
  from?: string;

  @DateField({
    description: "Last day, included, in the organization's time zone; by default today",
    example: TO,
    optional: true,
  })
  to?: string;
}

export class ReportDto {
  @AnswerField({
    description: 'Time zone of the organization, in which the days begin',
    type: String,
    example: 'Asia/Kathmandu',
  })
  timezone!: string;

  @AnswerField({ description: 'First day', type: String, format: 'date', example: FROM }) from!: string;
  @AnswerField({ description: 'Last day', type: String, format: 'date', example: TO }) to!: string;
}

export const DATE = {
  description: 'Day in the time zone of the organization',
  type: String,
  format: 'date',
  example: FROM,
} as const;

export const CURRENCY = { description: 'ISO 4217 currency code', type: String, example: 'EUR' } as const;

export const count = (description: string, example: number) =>
  ({ description, type: 'integer', example }) as const;

export function toReportResponse({ timezone, dates }: ReportedDays): ReportDto {
  return { timezone, from: dates[0] ?? '', to: dates.at(-1) ?? '' };
}
