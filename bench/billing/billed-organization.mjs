import 'reflect-metadata';
import migrations from '../../dist/src/platform/database/migrate.js';
import schema from '../../dist/src/schema.js';
import { Service } from '../lib/service.mjs';

const METRICS = [
  { code: 'calls', aggregation_type: 'count' },
  { code: 'bytes', aggregation_type: 'sum', field_name: 'value' },
  { code: 'seconds', aggregation_type: 'sum', field_name: 'value' },
  { code: 'peak', aggregation_type: 'max', field_name: 'value' },
  { code: 'users', aggregation_type: 'unique_count', field_name: 'value' },
];
const range = (from_value, to_value, per_unit_amount, flat_amount) => ({
  from_value,
  to_value,
  per_unit_amount,
  flat_amount,
});
const RANGES = [range(0, 1000, '0.01', '0'), range(1001, null, '0.005', '1')];
const CHARGES = [
  {
    billable_metric_code: 'calls',
    charge_model: 'package',
    properties: { amount: '2', free_units: 10, package_size: 100 },
  },
  { billable_metric_code: 'bytes', charge_model: 'standard', properties: { amount: '0.00025' } },
  { billable_metric_code: 'seconds', charge_model: 'graduated', properties: { graduated_ranges: RANGES } },
  { billable_metric_code: 'peak', charge_model: 'volume', properties: { volume_ranges: RANGES } },
  { billable_metric_code: 'users', charge_model: 'standard', properties: { amount: '0.5' } },
];

/** Event values range from 0 to 96, so that distinct values repeat. */
const VALUES = 97;

/** Inserts events spread evenly over the period, cycling through subscriptions and metrics. */
const INSERT_EVENTS = `
  INSERT INTO usage_events (organization_id, id, transaction_id, code, billable_metric_id, subscription_id,
                            customer_id, external_subscription_id, timestamp, properties, period_id, created_at)
  SELECT s.organization_id, uuidv7(), $1 || '-' || n, m.code, m.id, s.id, s.customer_id, s.external_id,
         p.starts_at + (p.ends_at - p.starts_at) * (n::float8 / $2::float8),
         jsonb_build_object('value', n % ${VALUES}), p.id, p.starts_at
    FROM generate_series(0, $2::bigint - 1) AS n
    JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM metered_subscriptions) AS s
      ON s.place = (n / 5) % $3::bigint
    JOIN (SELECT *, row_number() OVER (ORDER BY code) - 1 AS place FROM billable_metrics) AS m ON m.place = n % 5
    JOIN usage_periods AS p ON p.organization_id = s.organization_id AND p.subscription_id = s.id
                           AND p.state = 'open'`;

/** Inserts the aggregates that ingestion would have computed. */
const INSERT_TOTALS = `
  INSERT INTO usage_totals (organization_id, period_id, billable_metric_id, events_count, sum, max, distinct_count)
  SELECT e.organization_id, e.period_id, e.billable_metric_id, count(*),
         CASE WHEN m.aggregation_type = 'sum' THEN sum((e.properties ->> 'value')::numeric) ELSE 0 END,
         CASE WHEN m.aggregation_type = 'max' THEN max((e.properties ->> 'value')::numeric) END,
         CASE WHEN m.aggregation_type = 'unique_count' THEN count(DISTINCT e.properties ->> 'value') ELSE 0 END
    FROM usage_events AS e
    JOIN usage_periods AS p ON p.organization_id = e.organization_id AND p.id = e.period_id AND p.state = 'open'
    JOIN billable_metrics AS m ON m.organization_id = e.organization_id AND m.id = e.billable_metric_id
   GROUP BY 1, 2, 3, m.aggregation_type`;

const INVOICES = `SELECT count(*)::int AS count FROM invoices`;

/** Sums the billed units of a sum metric, its event values (the two must be equal), and the billed cents. */
const BILLED_AND_USED = `
  SELECT (SELECT sum(units::numeric) FROM invoice_fees WHERE billable_metric_code = 'bytes')::text AS billed,
         (SELECT sum((properties ->> 'value')::numeric) FROM usage_events WHERE code = 'bytes')::text AS used,
         (SELECT coalesce(sum(amount_cents), 0) FROM invoice_fees WHERE type = 'charge')::text AS cents`;

/** A service with its own database, and an organization whose subscriptions are billed month by month. */
export class BilledOrganization {
  eventCount = 0;

  static async create(server, database, subscriptions) {
    const it = new BilledOrganization();
    it.subscriptions = subscriptions;
    await server.createDatabase(database);
    await migrations.migrate(server.url(database), schema.schema);
    it.client = await server.connect(database);
    it.service = await Service.start('all', server.url(database), [], {
      NODE_ENV: 'development',
      TEST_CLOCK: 'on',
    });
    const { value: organization } = await it.service.request('POST', '/v1/organizations', {
      body: { name: 'Acme', default_currency: 'EUR' },
    });
    it.key = organization.api_key.raw_key;
    await it.#subscribe();
    return it;
  }

  async #subscribe() {
    for (const metric of METRICS) await this.#post('/v1/billable_metrics', { name: metric.code, ...metric });
    const { id: plan_id } = await this.#post('/v1/plans', {
      ...{ code: 'plan', name: 'Plan', interval: 'monthly', amount_cents: 4900, currency: 'EUR' },
      charges: CHARGES,
    });
    for (let i = 0; i < this.subscriptions; i++) {
      const { id: customer_id } = await this.#post('/v1/customers', { external_id: `customer_${i}` });
      const subscription = { external_id: `subscription_${i}`, customer_id, plan_id };
      const { current_period } = await this.#post('/v1/subscriptions', subscription);
      this.periodEnd = current_period.to;
    }
  }

  /** Adds usage to the current month by inserting the rows that ingestion would have written. */
  async addUsage(events, round) {
    // Without current statistics, the planner chooses a nested-loop join of events and subscriptions.
    await this.client.query('ANALYZE');
    await this.client.query(INSERT_EVENTS, [`month-${round}`, events, this.subscriptions]);
    await this.client.query(INSERT_TOTALS);
    this.eventCount += events;
  }

  async vacuum() {
    await this.client.query('VACUUM ANALYZE');
    await this.client.query('CHECKPOINT');
  }

  /** Moves the clock to the end of the month, which bills all subscriptions. Returns how long that took. */
  async bill(round) {
    const startedAt = performance.now();
    await this.service.request('PUT', '/v1/test_clock', { key: this.key, body: { now: this.periodEnd } });
    const seconds = (performance.now() - startedAt) / 1000;
    await this.#verify(round);
    const [subscription] = await this.#get('/v1/subscriptions?limit=1');
    this.periodEnd = subscription.current_period.to;
    return { seconds };
  }

  /** Checks that each subscription has one invoice per month, and that the invoices bill exactly the reported usage. */
  async #verify(round) {
    const { rows: invoices } = await this.client.query(INVOICES);
    if (invoices[0].count !== round * this.subscriptions)
      throw new Error(`${invoices[0].count} invoices, expected ${round * this.subscriptions}`);
    const { rows: sums } = await this.client.query(BILLED_AND_USED);
    if (sums[0].billed !== sums[0].used || sums[0].cents === '0')
      throw new Error(`Billed ${sums[0].billed} units, expected ${sums[0].used}; ${sums[0].cents} cents`);
  }

  async #post(path, body) {
    return (await this.service.request('POST', path, { key: this.key, body })).value;
  }

  async #get(path) {
    return (await this.service.request('GET', path, { key: this.key })).value;
  }

  async stop() {
    await this.service.stop();
    await this.client.end();
  }
}
