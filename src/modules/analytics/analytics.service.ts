import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { OrganizationsService } from '../organizations';
import { AnalyticsRepository, type Span } from './analytics.repository';
import { CountedDays } from './counted-days';
import { INVOICE_DAYS, INVOICES_NOW, MRR, MRR_MONTHS } from './measures';
import { reportedDays, type ReportedDays } from './reported-days';

/** The first and the last day of a report, as YYYY-MM-DD. */
export interface ReportQuery {
  from?: string | undefined;
  to?: string | undefined;
}

export interface Report {
  days: ReportedDays;
  counted: CountedDays;
}

/** The sums that have no day are at this quarter. */
const EPOCH = new Date(0);
const AFTER_EPOCH = new Date(1);

/** Reads the counters that triggers maintain (docs/concepts.md#analytics). */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly organizations: OrganizationsService,
    private readonly repository: AnalyticsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailedError for an invalid range; the same applies to the other reports. */
  invoices(organizationId: string, query: ReportQuery): Promise<Report> {
    return this.report(organizationId, query, (days) => [
      ...onDays(days, INVOICE_DAYS),
      ...INVOICES_NOW.map((measure) => ({ measure, from: EPOCH, to: AFTER_EPOCH })),
    ]);
  }

  mrr(organizationId: string, query: ReportQuery): Promise<Report> {
    return this.report(organizationId, query, ({ starts: [from = EPOCH], end: to }) => {
      const month = monthOf(from);
      return [
        { measure: MRR_MONTHS, from: null, to: month },
        { measure: MRR, from: month, to },
      ];
    });
  }

  private report(
    organizationId: string,
    query: ReportQuery,
    spansOf: (days: ReportedDays) => Span[],
    subject: string | null = null,
  ): Promise<Report> {
    return this.transactions.readFor(organizationId, async (tx) => {
      const { timezone } = await this.organizations.getIn(tx, organizationId);
      const days = reportedDays(query, timezone, this.clock.now());
      const sums = await this.repository.sums(tx, organizationId, spansOf(days), days, subject);
      return { days, counted: new CountedDays(sums, days.dates.length) };
    });
  }
}

function onDays({ starts: [from = EPOCH], end: to }: ReportedDays, measures: readonly string[]): Span[] {
  return measures.map((measure) => ({ measure, from, to }));
}

/** Returns the start of the month of UTC. */
function monthOf(at: Date): Date {
  const month = new Date(at);
  month.setUTCDate(1);
  month.setUTCHours(0, 0, 0, 0);
  return month;
}
