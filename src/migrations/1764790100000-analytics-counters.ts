import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Rows whose changes a trigger counts. */
interface Source {
  table: string;
  /** The trigger function. Its comment says that the rows of before have been counted. */
  name: string;
  measures: readonly string[];
  /** The body of the function. */
  body: string;
  /** When the trigger fires. */
  event: string;
  /** Selects organization, measure, quarter, subject and value of the rows of before. */
  rows: string;
}

/** Adds up the values of `rows`, which have a time `at` instead of the quarter. */
const countsOf = (rows: string): string => `
  SELECT organization_id, measure, date_bin('15 minutes', at, 'epoch'), subject, sum(value) FROM (${rows}) AS counted
   WHERE value <> 0 GROUP BY 1, 2, 3, 4`;

/** Inserts the changes of a row trigger: the list has a measure, a time and a value each. */
const insertChanges = (subject: string, changes: string): string => `
  INSERT INTO analytics_changes (organization_id, measure, quarter, subject, value)
  SELECT NEW.organization_id, change.measure, date_bin('15 minutes', change.at, 'epoch'), ${subject}, change.value
    FROM (VALUES ${changes}) AS change (measure, at, value) WHERE change.value <> 0`;

/** The sums of open and overdue invoices have no day; they are kept at the epoch. */
const NOW = `'epoch'::timestamptz`;

const INVOICES: Source = {
  table: 'invoices',
  name: 'count_invoice_changes',
  measures: [
    'invoices_issued',
    'invoices_issued_cents',
    'invoices_voided',
    'invoices_voided_cents',
    'invoices_paid_cents',
    'invoices_open',
    'invoices_open_cents',
    'invoices_overdue',
    'invoices_overdue_cents',
  ],
  event: `AFTER UPDATE ON invoices FOR EACH ROW WHEN (NEW.status <> 'draft' AND (
            OLD.status <> NEW.status OR OLD.amount_paid_cents <> NEW.amount_paid_cents
            OR OLD.amount_due_cents <> NEW.amount_due_cents OR OLD.payment_overdue <> NEW.payment_overdue))`,
  body: `
  DECLARE
    issued numeric := (OLD.finalized_at IS NULL AND NEW.finalized_at IS NOT NULL)::int;
    voided numeric := (NEW.status = 'voided' AND OLD.status <> 'voided' AND NEW.finalized_at IS NOT NULL)::int;
    was_open numeric := (OLD.status = 'finalized')::int;
    is_open numeric := (NEW.status = 'finalized')::int;
    was_overdue numeric := OLD.payment_overdue::int;
    is_overdue numeric := NEW.payment_overdue::int;
  BEGIN
    ${insertChanges(
      'NEW.currency',
      `('invoices_issued', NEW.finalized_at, issued),
       ('invoices_issued_cents', NEW.finalized_at, issued * NEW.total_amount_cents),
       ('invoices_voided', NEW.voided_at, voided),
       ('invoices_voided_cents', NEW.voided_at, voided * NEW.total_amount_cents),
       ('invoices_paid_cents', NEW.updated_at, NEW.amount_paid_cents::numeric - OLD.amount_paid_cents),
       ('invoices_open', ${NOW}, is_open - was_open),
       ('invoices_open_cents', ${NOW}, is_open * NEW.amount_due_cents - was_open * OLD.amount_due_cents),
       ('invoices_overdue', ${NOW}, is_overdue - was_overdue),
       ('invoices_overdue_cents', ${NOW}, is_overdue * NEW.amount_due_cents - was_overdue * OLD.amount_due_cents)`,
    )};
    RETURN NULL;
  END`,
  // A payment counts on the day it was first applied, because the days of later reversals are not stored.
  rows: `
  SELECT organization_id, measure, at, currency AS subject, value
    FROM invoices AS invoice CROSS JOIN LATERAL (VALUES
      ('invoices_issued', finalized_at, 1::numeric),
      ('invoices_issued_cents', finalized_at, total_amount_cents::numeric),
      ('invoices_voided', voided_at, (status = 'voided')::int::numeric),
      ('invoices_voided_cents', voided_at, (status = 'voided')::int::numeric * total_amount_cents),
      ('invoices_open', ${NOW}, (status = 'finalized')::int::numeric),
      ('invoices_open_cents', ${NOW}, (status = 'finalized')::int::numeric * amount_due_cents),
      ('invoices_overdue', ${NOW}, payment_overdue::int::numeric),
      ('invoices_overdue_cents', ${NOW}, payment_overdue::int::numeric * amount_due_cents))
      AS counted (measure, at, value)
   WHERE finalized_at IS NOT NULL
  UNION ALL
  SELECT organization_id, 'invoices_paid_cents', paid.created_at, invoice.currency, paid.amount_cents
    FROM invoice_settlements AS paid
    JOIN invoices AS invoice USING (organization_id)
   WHERE invoice.id = paid.invoice_id AND paid.source = 'payment'`,
};

/** The price of a year that a subscription pays: none before it starts, in a trial and after its end. */
const yearly = (row: string): string => `
  CASE WHEN ${row}.status = 'active' AND (${row}.trial_ends_at IS NULL OR ${row}.trial_ended_at IS NOT NULL)
       THEN ${yearlyPrice(row)} ELSE 0 END`;

const yearlyPrice = (row: string): string => `
  ${row}.plan_amount_cents::numeric * CASE ${row}.plan_interval
    WHEN 'weekly' THEN 52 WHEN 'monthly' THEN 12 WHEN 'quarterly' THEN 4 WHEN 'yearly' THEN 1 END`;

/** The months serve to add up a long past. */
const mrrAt = (at: string): string =>
  `(VALUES ('mrr_yearly_cents', ${at}), ('mrr_yearly_cents_by_month', date_trunc('month', ${at}, 'UTC')))
     AS counted (measure, at)`;

const SUBSCRIPTIONS: Source = {
  table: 'subscriptions',
  name: 'count_subscription_changes',
  measures: ['mrr_yearly_cents', 'mrr_yearly_cents_by_month'],
  event: `AFTER UPDATE ON subscriptions FOR EACH ROW
          WHEN (${yearly('OLD')} <> ${yearly('NEW')} OR OLD.plan_currency <> NEW.plan_currency)`,
  // The change counts when it took effect, which is earlier than now for a backdated start and after downtime.
  body: `
  DECLARE
    changed_at timestamptz := coalesce(
      CASE WHEN NEW.status <> 'active' THEN NEW.ended_at
           WHEN OLD.status <> 'active' THEN coalesce(NEW.trial_ended_at, NEW.started_at)
           WHEN OLD.plan_version_id <> NEW.plan_version_id THEN NEW.segment_started_at
           ELSE NEW.trial_ended_at END,
      NEW.updated_at);
  BEGIN
    INSERT INTO analytics_changes (organization_id, measure, quarter, subject, value)
    SELECT NEW.organization_id, measure, date_bin('15 minutes', at, 'epoch'), currency, sum(value)
      FROM (VALUES (OLD.plan_currency, -(${yearly('OLD')})), (NEW.plan_currency, ${yearly('NEW')}))
             AS change (currency, value)
     CROSS JOIN ${mrrAt('changed_at')}
     GROUP BY 2, 3, 4 HAVING sum(value) <> 0;
    RETURN NULL;
  END`,
  // Earlier prices are not stored with the subscription, so the latest one counts from the start or the end of the trial.
  rows: `
  SELECT organization_id, measure, at, plan_currency AS subject, value
    FROM subscriptions AS subscription
   CROSS JOIN LATERAL (VALUES
     (coalesce(trial_ended_at, started_at), ${yearlyPrice('subscription')}),
     (CASE WHEN status <> 'active' THEN coalesce(ended_at, updated_at) END, -(${yearlyPrice('subscription')})))
     AS change (changed_at, value)
   CROSS JOIN LATERAL ${mrrAt('changed_at')}
   WHERE started_at IS NOT NULL AND changed_at IS NOT NULL AND (trial_ends_at IS NULL OR trial_ended_at IS NOT NULL)`,
};

/** Counts inserted rows, one change per statement and key. `rowsOf` selects what the rows of a table count. */
function inserted(
  table: string,
  name: string,
  measures: readonly string[],
  rowsOf: (table: string) => string,
): Source {
  return {
    table,
    name,
    measures,
    event: `AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added FOR EACH STATEMENT`,
    body: `
    BEGIN
      INSERT INTO analytics_changes (organization_id, measure, quarter, subject, value) ${countsOf(rowsOf('added'))};
      RETURN NULL;
    END`,
    rows: rowsOf(table),
  };
}

const DELIVERIES = inserted(
  'webhook_deliveries',
  'count_new_deliveries',
  ['deliveries_created'],
  (table) => `
  SELECT organization_id, 'deliveries_created' AS measure, created_at AS at, webhook_endpoint_id::text AS subject,
         1 AS value
    FROM ${table}`,
);

const ATTEMPTS = inserted(
  'webhook_attempts',
  'count_attempts',
  ['deliveries_attempts', 'deliveries_succeeded'],
  (table) => `
  SELECT attempt.organization_id, counted.measure, attempt.recorded_at AS at,
         delivery.webhook_endpoint_id::text AS subject, counted.value
    FROM ${table} AS attempt
    JOIN webhook_deliveries AS delivery
      ON delivery.organization_id = attempt.organization_id AND delivery.id = attempt.delivery_id
   CROSS JOIN LATERAL (VALUES ('deliveries_attempts', 1), ('deliveries_succeeded', attempt.success::int))
                        AS counted (measure, value)`,
);

/** A claim does not set the stage, so the trigger costs it nothing. */
const FAILURES: Source = {
  table: 'webhook_queue',
  name: 'count_failed_deliveries',
  measures: ['deliveries_failed'],
  event: `AFTER UPDATE OF stage ON webhook_queue FOR EACH ROW WHEN (OLD.stage <> 'failed' AND NEW.stage = 'failed')`,
  body: `
  BEGIN
    ${insertChanges('NEW.webhook_endpoint_id::text', `('deliveries_failed', NEW.updated_at, 1)`)};
    RETURN NULL;
  END`,
  rows: `
  SELECT organization_id, 'deliveries_failed' AS measure, updated_at AS at, webhook_endpoint_id::text AS subject,
         1 AS value
    FROM webhook_queue WHERE stage = 'failed'`,
};

const USAGE = inserted(
  'usage_events',
  'count_usage_events',
  ['usage_events'],
  (table) => `
  SELECT organization_id, 'usage_events' AS measure, timestamp AS at, billable_metric_id::text AS subject, 1 AS value
    FROM ${table}`,
);

const SOURCES: readonly Source[] = [INVOICES, SUBSCRIPTIONS, DELIVERIES, ATTEMPTS, FAILURES, USAGE];

const COUNTED = 'counts changes, after the rows of before were counted';

/**
 * Counts every change by a trigger, and the rows of before once. Triggers count what any process writes, such as those of
 * the previous release, in the transaction of the change; a deletion counts nothing, so retention keeps history.
 *
 * The trigger is created under a lock that keeps writers out for a moment. A snapshot taken while it is held contains
 * exactly the changes that the trigger does not count, so they are counted in this snapshot after the lock is released:
 * in one statement instead of batches, because it neither locks nor changes rows that others use. Repeatable: an
 * interrupted source starts again, and those that are complete are left alone.
 */
export class AnalyticsCounters1764790100000 implements MigrationInterface {
  readonly name = 'AnalyticsCounters1764790100000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const { options } = runner.dataSource;
    // The pool of migrations has a single connection, but the lock needs one beside that of the snapshot.
    const second = new DataSource({ ...options, entities: [], migrations: [], subscribers: [] });
    await second.initialize();
    try {
      for (const source of SOURCES) {
        if (!(await isCounted(runner, source))) await count(runner, second, source);
      }
    } finally {
      await second.destroy();
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of SOURCES) await runner.query(`DROP FUNCTION IF EXISTS ${name}() CASCADE`);
    await runner.query('DELETE FROM analytics_changes');
    await runner.query('DELETE FROM analytics_counts');
  }
}

async function isCounted(runner: QueryRunner, { name }: Source): Promise<boolean> {
  const text = `SELECT obj_description(to_regproc($1), 'pg_proc') AS comment`;
  const [row] = (await runner.query(text, [name])) as [{ comment: string | null }];
  return row.comment === COUNTED;
}

async function count(runner: QueryRunner, second: DataSource, source: Source): Promise<void> {
  try {
    await startCounting(runner, second, source);
    await runner.query(
      `INSERT INTO analytics_counts (organization_id, measure, quarter, subject, value) ${countsOf(source.rows)}`,
    );
    await runner.query(`COMMENT ON FUNCTION ${source.name}() IS '${COUNTED}'`);
    await runner.query('COMMIT');
  } catch (error) {
    await runner.query('ROLLBACK');
    throw error;
  }
}

/** Creates the trigger. Afterwards, `runner` is in a transaction that sees the rows of before. */
async function startCounting(
  runner: QueryRunner,
  second: DataSource,
  { table, name, body, event, measures }: Source,
): Promise<void> {
  await second.transaction(async (tx) => {
    await tx.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
    await tx.query(`CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ ${body} $$`);
    await tx.query(`CREATE OR REPLACE TRIGGER ${name} ${event} EXECUTE FUNCTION ${name}()`);
    // Of an interrupted attempt
    await tx.query('DELETE FROM analytics_changes WHERE measure = ANY ($1)', [measures]);
    await tx.query('DELETE FROM analytics_counts WHERE measure = ANY ($1)', [measures]);
    await runner.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await runner.query('SELECT 1');
  });
}
