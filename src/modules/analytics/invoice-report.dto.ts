import { itemAt } from '../../platform/domain/item-at';
import { AnswerField } from '../../platform/http/fields';
import type { Report } from './analytics.service';
import { count, CURRENCY, DATE, ReportDto, toReportResponse } from './report.dto';

export class InvoiceDayDto {
  @AnswerField(DATE) date!: string;
  @AnswerField(count('Number of invoices finalized on this day', 12)) issued_count!: number;
  @AnswerField(count('Sum of their totals', 58_800)) issued_amount_cents!: number;
  @AnswerField(count('Number of invoices voided on this day', 1)) voided_count!: number;
  @AnswerField(count('Sum of their totals', 4900)) voided_amount_cents!: number;
  @AnswerField(
    count(
      'Payments applied to invoices on this day, less those reversed; negative if more was reversed',
      39_200,
    ),
  )
  paid_amount_cents!: number;
}

export class InvoiceSeriesDto {
  @AnswerField(CURRENCY) currency!: string;
  @AnswerField(count('Number of invoices with an amount due now, whatever the days of the report', 7))
  open_count!: number;
  @AnswerField(count('Amount due on them', 34_300)) open_amount_cents!: number;
  @AnswerField(count('Number of these invoices that are overdue', 2)) overdue_count!: number;
  @AnswerField(count('Amount due on those', 9800)) overdue_amount_cents!: number;
  @AnswerField({ description: 'Every day of the report', type: [InvoiceDayDto] }) series!: InvoiceDayDto[];
}

export class InvoiceReportDto extends ReportDto {
  @AnswerField({
    description: 'One entry per currency in which something was counted on these days or is open, in order',
    type: [InvoiceSeriesDto],
  })
  data!: InvoiceSeriesDto[];
}

export function toInvoiceReport({ days, counted }: Report): InvoiceReportDto {
  const data = counted.subjects.map((currency): InvoiceSeriesDto => {
    const [issued, issuedCents, voided, voidedCents, paidCents] = [
      counted.of('invoices_issued', currency),
      counted.of('invoices_issued_cents', currency),
      counted.of('invoices_voided', currency),
      counted.of('invoices_voided_cents', currency),
      counted.of('invoices_paid_cents', currency),
    ];
    return {
      currency,
      open_count: Number(counted.total('invoices_open', currency)),
      open_amount_cents: Number(counted.total('invoices_open_cents', currency)),
      overdue_count: Number(counted.total('invoices_overdue', currency)),
      overdue_amount_cents: Number(counted.total('invoices_overdue_cents', currency)),
      series: days.dates.map((date, index) => ({
        date,
        issued_count: Number(itemAt(issued, index)),
        issued_amount_cents: Number(itemAt(issuedCents, index)),
        voided_count: Number(itemAt(voided, index)),
        voided_amount_cents: Number(itemAt(voidedCents, index)),
        paid_amount_cents: Number(itemAt(paidCents, index)),
      })),
    };
  });
  return { ...toReportResponse(days), data };
}
