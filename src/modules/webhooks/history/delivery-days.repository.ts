import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DaySpan } from '../../../platform/http/day-span';

/** Ended deliveries by the day of their creation; the numbers are decimal strings. */
export interface DeliveryDay {
  day: string;
  succeeded: string;
  failed: string;
}

/** Queries of the counters of deliveries by day. */
@Injectable()
export class DeliveryDaysRepository {
  /** Returns every day of the span, oldest first, for one endpoint or for all. */
  find(
    tx: Transaction,
    organizationId: string,
    { from, to }: DaySpan,
    endpointId: string | undefined,
  ): Promise<DeliveryDay[]> {
    return tx.query(
      `SELECT to_char(series.day, 'YYYY-MM-DD') AS day, coalesce(sum(counts.succeeded), 0)::text AS succeeded,
              coalesce(sum(counts.failed), 0)::text AS failed
         FROM generate_series($2::date, $3::date, interval '1 day') AS series (day)
         LEFT JOIN webhook_delivery_counts AS counts
           ON counts.organization_id = $1 AND counts.day = series.day
              AND ($4::uuid IS NULL OR counts.webhook_endpoint_id = $4)
        GROUP BY series.day ORDER BY series.day`,
      [organizationId, from, to, endpointId ?? null],
    );
  }
}
