import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Key {
  organization_id: string;
  period_id: string;
  billable_metric_id: string;
}

/** The next totals: they show which events must be read. */
const NEXT = `
  SELECT organization_id, period_id, billable_metric_id FROM usage_totals
   WHERE (organization_id, period_id, billable_metric_id) > ($1::uuid, $2::uuid, $3::uuid)
   ORDER BY organization_id, period_id, billable_metric_id LIMIT ${BATCH}`;

/** `$1` to `$3` the keys of totals. */
const FILL = `
  UPDATE usage_events AS event SET not_charged_reason = CASE WHEN total.has_charge THEN 'late' ELSE 'no_charge' END
    FROM (
      SELECT period.organization_id, period.id, period.subscription_id, period.starts_at, period.ends_at,
             usage_totals.billable_metric_id, late_count, EXISTS (
               SELECT 1 FROM charges
                WHERE charges.organization_id = period.organization_id
                  AND charges.plan_version_id = period.plan_version_id
                  AND charges.billable_metric_id = usage_totals.billable_metric_id) AS has_charge
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS key (organization_id, period_id, billable_metric_id)
        JOIN usage_totals USING (organization_id, period_id, billable_metric_id)
        JOIN usage_periods AS period USING (organization_id)
       WHERE period.id = usage_totals.period_id) AS total
   WHERE (total.late_count > 0 OR NOT total.has_charge) AND event.organization_id = total.organization_id
     AND event.subscription_id = total.subscription_id
     AND event.timestamp >= total.starts_at AND event.timestamp <= total.ends_at
     AND event.period_id = total.id AND event.billable_metric_id = total.billable_metric_id
     AND (event.late OR NOT total.has_charge)`;

const FILL_OUTSIDE_PERIODS = `
  UPDATE usage_events
     SET not_charged_reason = CASE WHEN late THEN 'no_billing_period' ELSE 'period_not_started' END
   WHERE period_id IS NULL`;

/** Fills the reason for stored events, a few at a time, so that no lock is held for long. Can be repeated. */
export class NotChargedUsageBackfill1764440030000 implements MigrationInterface {
  readonly name = 'NotChargedUsageBackfill1764440030000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FILL_OUTSIDE_PERIODS);
    let after: Key = { organization_id: FIRST_ID, period_id: FIRST_ID, billable_metric_id: FIRST_ID };
    for (;;) {
      const position = [after.organization_id, after.period_id, after.billable_metric_id];
      const keys = (await runner.query(NEXT, position)) as Key[];
      await runner.query(FILL, [
        keys.map((it) => it.organization_id),
        keys.map((it) => it.period_id),
        keys.map((it) => it.billable_metric_id),
      ]);
      const last = keys.at(-1);
      if (last === undefined || keys.length < BATCH) return;
      after = last;
    }
  }

  async down(): Promise<void> {
    // The migration that added the column drops it.
  }
}
