import type { TestOrganization } from './test-app';
import { bodyOf } from './wire';

/** The numbers of one day of a report. */
export type ReportDay = Record<string, number | string>;

interface Report<Entry> {
  timezone: string;
  from: string;
  to: string;
  data: Entry[];
}

export type InvoiceReport = Report<Record<string, number> & { currency: string; series: ReportDay[] }>;

export type MrrReport = Report<{ currency: string; series: ReportDay[] }>;

export type DeliveryReport = Report<ReportDay>;

export type UsageReport = Report<{ billable_metric_id: string; code: string; series: ReportDay[] }>;

export function reportOf<R extends Report<unknown>>(
  organization: TestOrganization,
  path: string,
): Promise<R> {
  return bodyOf(organization.get(`/v1/analytics/${path}`));
}

/** Returns the days on which some number is not 0, without the numbers that are. */
export function eventfulDays(series: readonly ReportDay[] = []): ReportDay[] {
  return series
    .map((day) => Object.fromEntries(Object.entries(day).filter(([, value]) => value !== 0)))
    .filter((day) => Object.keys(day).length > 1);
}
