import { AnswerField } from '../../platform/http/fields';
import type { InvoiceDay, RevenueDay } from './analytics.repository';
import { wholeCents } from './analytics.rules';

const Count = (description: string, example: number): PropertyDecorator =>
  AnswerField({ description, type: 'integer', example });

const DayField = (): PropertyDecorator =>
  AnswerField({ description: 'The day, in UTC', type: String, format: 'date', example: '2026-01-31' });

const CurrencyOf = (what: string): PropertyDecorator =>
  AnswerField({ description: `Currency of ${what}`, type: String, example: 'EUR' });

/** Invoices of one day in one currency. */
export class InvoiceAnalyticsDto {
  @DayField() date!: string;
  @CurrencyOf('the invoices') currency!: string;
  @Count('Invoices that became final', 12) finalized!: number;
  @Count('Sum of their totals', 58_800) finalized_amount_cents!: number;
  @Count('Invoices on which nothing is due any more since that day', 10) paid!: number;
  @Count('Sum of their totals', 49_000) paid_amount_cents!: number;
  @Count('Invoices that were voided', 1) voided!: number;
  @Count('Sum of their totals', 4900) voided_amount_cents!: number;
}

/** Recurring revenue at the end of one day in one currency. */
export class MrrAnalyticsDto {
  @DayField() date!: string;
  @CurrencyOf('the plans') currency!: string;
  @Count('Active subscriptions at the end of the day', 42) subscriptions!: number;
  @Count('Their plan fees as an amount per month', 205_800) mrr_cents!: number;
}

export function toInvoiceAnalytics(day: InvoiceDay): InvoiceAnalyticsDto {
  return {
    date: day.day,
    currency: day.currency,
    finalized: Number(day.finalized),
    finalized_amount_cents: Number(day.finalizedCents),
    paid: Number(day.paid),
    paid_amount_cents: Number(day.paidCents),
    voided: Number(day.voided),
    voided_amount_cents: Number(day.voidedCents),
  };
}

export function toMrrAnalytics(day: RevenueDay): MrrAnalyticsDto {
  return {
    date: day.day,
    currency: day.currency,
    subscriptions: Number(day.subscriptions),
    mrr_cents: wholeCents(day.monthlyCents),
  };
}
