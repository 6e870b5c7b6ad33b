import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DaySum } from './counted-days';
import type { ReportedDays } from './reported-days';

/** The values of a measure to read. */
export interface Span {
  measure: string;
  /** Null for all time before `to`. */
  from: Date | null;
  to: Date;
}

interface SumRow {
  measure: string;
  subject: string;
  day: number;
  value: string;
}

const inSpan = (table: string): string => `
  SELECT subject, quarter, value FROM ${table}
   WHERE organization_id = $1 AND measure = span.measure
     AND quarter >= coalesce(span.starts_at, '-infinity') AND quarter < span.ends_at
     AND ($6::text IS NULL OR subject = $6)`;

/** One statement, so that a change counts once even if the job adds it to the counts meanwhile. */
const SUMS = `
  SELECT span.measure, counted.subject, width_bucket(counted.quarter, $5::timestamptz[]) AS day,
         sum(counted.value)::text AS value
    FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) AS span (measure, starts_at, ends_at)
   CROSS JOIN LATERAL (${inSpan('analytics_counts')} UNION ALL ${inSpan('analytics_changes')}) AS counted
   GROUP BY 1, 2, 3`;

/** The counts are updated in the order of their keys, so that two processes cannot deadlock. */
const FOLD = `
  WITH taken AS (
    DELETE FROM analytics_changes
     WHERE ctid = ANY (ARRAY(SELECT ctid FROM analytics_changes LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING organization_id, measure, quarter, subject, value),
  added AS (
    INSERT INTO analytics_counts AS counts (organization_id, measure, quarter, subject, value)
    SELECT organization_id, measure, quarter, subject, sum(value) FROM taken GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, measure, quarter, subject)
    DO UPDATE SET value = counts.value + excluded.value)
  SELECT count(*)::int AS taken FROM taken`;

@Injectable()
export class AnalyticsRepository {
  /** @param subject undefined for all subjects */
  async sums(
    tx: Transaction,
    organizationId: string,
    spans: readonly Span[],
    { starts }: ReportedDays,
    subject?: string,
  ): Promise<DaySum[]> {
    const rows = await tx.query<SumRow[]>(SUMS, [
      organizationId,
      spans.map((it) => it.measure),
      spans.map((it) => it.from),
      spans.map((it) => it.to),
      starts,
      subject ?? null,
    ]);
    return rows.map((it) => ({ ...it, value: BigInt(it.value) }));
  }

  /** Adds up to `limit` changes of any organizations to the counts. Returns how many there were. */
  async fold(tx: Transaction, limit: number): Promise<number> {
    const [row] = await tx.query<[{ taken: number }]>(FOLD, [limit]);
    return row.taken;
  }
}
