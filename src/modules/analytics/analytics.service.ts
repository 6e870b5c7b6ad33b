import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { BillableMetricsService, type BillableMetric } from '../billable-metrics';
import { OrganizationsService } from '../organizations';
import { AnalyticsRepository, type Span } from './analytics.repository';
import { CountedDays } from './counted-days';
import { DELIVERY_DAYS, INVOICE_DAYS, INVOICES_NOW, MRR, MRR_MONTHS, USAGE_DAYS } from './measures';
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

export interface UsageReport extends Report {
  /** The metrics with usage events, by code. */
  metrics: readonly BillableMetric[];
}

/** What a report reads of its days. */
interface Selection {
  spansOf: (days: ReportedDays) => Span[];
  /** Undefined for all subjects. */
  subject?: string | undefined;
}

/** The sums that have no day are at this quarter. */
const EPOCH = new Date(0);
const AFTER_EPOCH = new Date(1);

/**
 * Reads the counters that triggers maintain (docs/concepts.md#analytics). All reports throw ValidationFailedError for an
 * invalid range of days.
 */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly organizations: OrganizationsService,
    private readonly metrics: BillableMetricsService,
    private readonly repository: AnalyticsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  invoices(organizationId: string, query: ReportQuery): Promise<Report> {
    return this.report(organizationId, query, {
      spansOf: (days) => [
        ...onDays(days, INVOICE_DAYS),
        ...INVOICES_NOW.map((measure) => ({ measure, from: EPOCH, to: AFTER_EPOCH })),
      ],
    });
  }

  mrr(organizationId: string, query: ReportQuery): Promise<Report> {
    return this.report(organizationId, query, {
      spansOf: ({ starts: [from = EPOCH], end: to }) => {
        const month = monthOf(from);
        return [
          { measure: MRR_MONTHS, from: null, to: month },
          { measure: MRR, from: month, to },
        ];
      },
    });
  }

  /** @param endpointId undefined for all endpoints */
  deliveries(organizationId: string, query: ReportQuery, endpointId?: string): Promise<Report> {
    const spansOf = (days: ReportedDays): Span[] => onDays(days, DELIVERY_DAYS);
    return this.report(organizationId, query, { spansOf, subject: endpointId });
  }

  /** @param metricId undefined for all metrics */
  usage(organizationId: string, query: ReportQuery, metricId?: string): Promise<UsageReport> {
    const spansOf = (days: ReportedDays): Span[] => onDays(days, USAGE_DAYS);
    return this.transactions.readFor(organizationId, async (tx) => {
      const report = await this.read(tx, organizationId, query, { spansOf, subject: metricId });
      const metrics = await this.metrics.findByIds(tx, organizationId, report.counted.subjects);
      return { ...report, metrics: metrics.sort((a, b) => (a.code < b.code ? -1 : 1)) };
    });
  }

  private report(organizationId: string, query: ReportQuery, selection: Selection): Promise<Report> {
    return this.transactions.readFor(organizationId, (tx) => this.read(tx, organizationId, query, selection));
  }

  private async read(
    tx: Transaction,
    organizationId: string,
    query: ReportQuery,
    { spansOf, subject }: Selection,
  ): Promise<Report> {
    const { timezone } = await this.organizations.getIn(tx, organizationId);
    const days = reportedDays(query, timezone, this.clock.now());
    const sums = await this.repository.sums(tx, organizationId, spansOf(days), days, subject);
    return { days, counted: new CountedDays(sums, days.dates.length) };
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
