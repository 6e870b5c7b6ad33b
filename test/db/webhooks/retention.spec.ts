import { Client } from 'pg';
import { RetentionService } from '../../../src/modules/webhooks/history/retention.service';
import { newId } from '../../../src/platform/domain/id';
import { Partitions } from '../../../src/platform/partitions/partitions';
import { untilLockWait } from '../../support/lock-waits';
import { dayAgo, idOfDay, makeOldPartitions } from '../../support/old-partitions';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { anEndpoint } from '../../support/webhooks';

const DAY_MS = 24 * 60 * 60 * 1000;
const TABLES = ['webhook_deliveries', 'webhook_attempts', 'outbox_events'];
const URL = 'http://127.0.0.1:20999/never';
/** Ids of one day by number, and what has become of the delivery. */
type Fates = readonly ('succeeded' | 'failed' | 'pending' | 'sample')[];

describe('retention', () => {
  afterAll(() => retrier.end()); // before the database is dropped
  const app = useTestApp({ ROLE: 'api', RETENTION_DAYS: '30' });
  const acme = useOrganization(app);
  let retrier: Client;

  beforeAll(async () => {
    retrier = new Client({ connectionString: app.database.url });
    await retrier.connect();
  });
  beforeEach(() => makeOldPartitions(app.database, TABLES, [41, 29], 30));
  afterEach(async () => {
    await app.database.query('DELETE FROM webhook_queue');
    await makeOldPartitions(app.database, TABLES, [], 1);
    await run();
  });

  it('drops old deliveries with events, attempts and counters, and keeps pending ones until they end', async () => {
    await deliveries(41, ['succeeded', 'failed', 'pending', 'sample', 'succeeded']);
    await deliveries(29, ['succeeded', 'failed', 'pending', 'sample']);
    expect(await listed()).toEqual({ total: 7, succeeded: 3, failed: 2, pending: 2 });
    await run();
    expect(await listed()).toEqual({ total: 4, succeeded: 1, failed: 1, pending: 2 });
    expect(await rows()).toEqual({ events: 4, deliveries: 5, attempts: 5, queued: 3 });

    await app.database.query(
      `WITH ended AS (DELETE FROM webhook_queue WHERE delivery_id = $1 RETURNING *),
            counted AS (INSERT INTO webhook_delivery_counts (organization_id, day, webhook_endpoint_id, webhook_type, succeeded)
                        SELECT organization_id, $2::date, webhook_endpoint_id, webhook_type, 1 FROM ended)
       UPDATE webhook_attempts SET success = true WHERE delivery_id = $1`,
      [idOfDay(41, 2), dayAgo(41).toISOString().slice(0, 10)],
    );
    expect(await listed()).toEqual({ total: 4, succeeded: 2, failed: 1, pending: 1 });
    await run();
    expect(await listed()).toEqual({ total: 3, succeeded: 1, failed: 1, pending: 1 });
    expect(await rows()).toEqual({ events: 3, deliveries: 4, attempts: 4, queued: 2 });
    const answer = await acme.get('/v1/reconciliation').expect(200);
    const found = (answer.body as { checks: { name: string; mismatches: unknown[] }[] }).checks;
    for (const name of ['delivery_counters', 'queued_deliveries'])
      expect(found.find((it) => it.name === name)?.mismatches).toEqual([]);
  });

  it('keeps a delivery that is retried manually meanwhile', async () => {
    await deliveries(41, ['failed', 'failed']);
    const retried = idOfDay(41, 1);
    await retrier.query('BEGIN');
    await retrier.query(`UPDATE webhook_queue SET stage = 'queued', open = true WHERE delivery_id = $1`, [
      retried,
    ]);
    const running = run();
    await untilLockWait(app.database, '%webhook_queue%');
    await retrier.query('COMMIT');
    await running;
    expect(await app.database.query('SELECT id FROM webhook_deliveries')).toEqual([{ id: retried }]);
    expect(await app.database.query('SELECT delivery_id AS id FROM webhook_queue')).toEqual([
      { id: retried },
    ]);
  });

  const get = <T>(type: abstract new (...args: never[]) => T): T => app.app.get(type, { strict: false });

  async function run(): Promise<void> {
    await get(Partitions).maintain();
    await get(RetentionService).run();
  }

  async function listed(): Promise<Record<string, number>> {
    const count = async (query: string): Promise<number> => {
      const answer = await acme.get(`/v1/webhook_endpoints/hooks/list${query}`).expect(200);
      const found = (answer.body as unknown[]).length;
      expect(answer.headers['x-total-count']).toBe(String(found));
      return found;
    };
    return {
      total: await count(''),
      succeeded: await count('?status=succeeded'),
      failed: await count('?status=failed'),
      pending: await count('?status=pending'),
    };
  }

  async function rows(): Promise<unknown> {
    const [row] = await app.database.query(
      `SELECT (SELECT count(*)::int FROM outbox_events WHERE organization_id = $1) AS events,
              (SELECT count(*)::int FROM webhook_deliveries WHERE organization_id = $1) AS deliveries,
              (SELECT count(*)::int FROM webhook_attempts WHERE organization_id = $1) AS attempts,
              (SELECT count(*)::int FROM webhook_queue WHERE organization_id = $1) AS queued`,
      [acme.id],
    );
    return row;
  }

  /** Inserts deliveries of that day to an endpoint that gets none, each with its event, one attempt and its counter. */
  async function deliveries(days: number, fates: Fates): Promise<void> {
    const { id: endpoint } = await anEndpoint(acme, URL, { status: 'inactive' });
    const ids = fates.map((_, nth) => idOfDay(days, nth));
    await app.database.query(
      `WITH it AS (
         SELECT $1::uuid AS organization_id, $2::uuid AS endpoint, $3::timestamptz AS at, id, fate,
                CASE WHEN fate <> 'sample' THEN id END AS event_id
           FROM unnest($4::uuid[], $5::text[]) AS row (id, fate)),
       event AS (
         INSERT INTO outbox_events (organization_id, id, kind, object_type, object_id, sequence, payload, created_at)
         SELECT organization_id, id, 'customer.created', 'customer', id, 1, '{}', at FROM it WHERE fate <> 'sample'),
       delivery AS (
         INSERT INTO webhook_deliveries (organization_id, id, webhook_endpoint_id, event_id, webhook_type, object_type,
                                         object_id, max_retries, created_at, sample_payload)
         SELECT organization_id, id, endpoint, event_id, 'customer.created', 'customer', id, 5, at,
                CASE WHEN event_id IS NULL THEN '{}' END FROM it),
       attempt AS (
         INSERT INTO webhook_attempts (organization_id, delivery_id, attempt_number, id, success, attempted_at, recorded_at, retries)
         SELECT organization_id, id, 1, id, fate IN ('succeeded', 'sample'), at, at, 0 FROM it),
       queued AS (
         INSERT INTO webhook_queue (organization_id, delivery_id, webhook_endpoint_id, event_id, webhook_type, stage, open,
                                    next_attempt_at, max_retries, created_at, updated_at)
         SELECT organization_id, id, endpoint, event_id, 'customer.created',
                CASE fate WHEN 'failed' THEN 'failed' ELSE 'waiting' END, fate <> 'failed', now() + interval '1 day', 5, at, at
           FROM it WHERE fate IN ('failed', 'pending'))
       INSERT INTO webhook_delivery_counts (organization_id, day, webhook_endpoint_id, webhook_type, succeeded, failed)
       SELECT organization_id, at AT TIME ZONE 'UTC', endpoint, 'customer.created',
              count(*) FILTER (WHERE fate = 'succeeded'), count(*) FILTER (WHERE fate = 'failed')
         FROM it GROUP BY 1, 2, 3`,
      [acme.id, endpoint, dayAgo(days), ids, fates],
    );
  }
});

describe('retention of spans of subscriptions', () => {
  const app = useTestApp({ ROLE: 'api', RETENTION_DAYS: '30' });

  it('deletes spans of subscriptions that ended before the oldest event', async () => {
    const acme = await app.anOrganization();
    const response = await acme.post('/v1/webhook_endpoints', { url: URL }).expect(201);
    const { id: endpoint } = response.body as { id: string };
    await app.database.query(
      `INSERT INTO webhook_endpoint_subscriptions (organization_id, id, webhook_endpoint_id, event_types, starts_at, ends_at)
       SELECT $1, gen_random_uuid(), $2, '{}', now() - interval '90 days', now() - days * interval '1 day'
         FROM unnest('{29, 33, 60}'::int[]) AS ended (days)`,
      [acme.id, endpoint],
    );
    await aPendingEvent(acme.id, endpoint, 40);
    const runAndSeeDays = async (): Promise<(number | null)[]> => {
      await get(RetentionService).run();
      const rows = await app.database.query<{ days: number | null }>(
        `SELECT round(extract(epoch FROM now() - ends_at) / 86400)::int AS days FROM webhook_endpoint_subscriptions
          WHERE organization_id = $1 ORDER BY 1`,
        [acme.id],
      );
      return rows.map((it) => it.days);
    };

    expect(await runAndSeeDays()).toEqual([29, 33, null]);
    await app.database.query('DELETE FROM outbox_events WHERE organization_id = $1', [acme.id]);
    expect(await runAndSeeDays()).toEqual([29, null]);
  });

  /** Inserts an event, whose delivery is pending, of this many days ago. */
  async function aPendingEvent(organizationId: string, endpoint: string, days: number): Promise<void> {
    const at = new Date(Date.now() - days * DAY_MS);
    await app.database.query(
      `WITH event AS (
         INSERT INTO outbox_events (organization_id, id, kind, object_type, object_id, sequence, payload, created_at)
         VALUES ($1, $2, 'customer.created', 'customer', $2, 1, '{}', $4) RETURNING *)
       INSERT INTO webhook_deliveries (organization_id, id, webhook_endpoint_id, event_id, webhook_type, object_type,
                                       object_id, max_retries, created_at)
       SELECT organization_id, id, $3, id, kind, object_type, object_id, 5, created_at FROM event`,
      [organizationId, newId(at), endpoint, at],
    );
  }

  const get = <T>(type: abstract new (...args: never[]) => T): T => app.app.get(type, { strict: false });
});
