import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DaySpan } from '../../../platform/http/day-span';

/** Usage events of one day; the number is a decimal string. */
export interface UsageDay {
  day: string;
  events: string;
}

/** Queries of the counters of usage events by day. */
@Injectable()
export class UsageDaysRepository {
  /** Returns every day of the span, oldest first, for one metric or for all. */
  find(
    tx: Transaction,
    organizationId: string,
    { from, to }: DaySpan,
    code: string | undefined,
  ): Promise<UsageDay[]> {
    return tx.query(
      `SELECT to_char(series.day, 'YYYY-MM-DD') AS day, coalesce(sum(counted.events), 0)::text AS events
         FROM generate_series($2::date, $3::date, interval '1 day') AS series (day)
         LEFT JOIN usage_days AS counted
           ON counted.organization_id = $1 AND counted.day = series.day
              AND ($4::text IS NULL OR counted.billable_metric_id IN (
                    SELECT id FROM billable_metrics WHERE organization_id = $1 AND code = $4))
        GROUP BY series.day ORDER BY series.day`,
      [organizationId, from, to, code ?? null],
    );
  }
}
