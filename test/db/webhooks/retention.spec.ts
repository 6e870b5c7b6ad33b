import { Client } from 'pg';
import { BEGINNING, RetentionRepository } from '../../../src/modules/webhooks/retention.repository';
import { RetentionService } from '../../../src/modules/webhooks/retention.service';
import { Transactions } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import { aCustomer, anEndpoint } from '../../support/builders';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import { eventually } from '../../support/eventually';
import { untilLockWait } from '../../support/lock-waits';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('RetentionService', () => {
  let app: TestApp;
  let receiver: MisbehavingReceiver;
  let retrier: Client;

  beforeAll(async () => {
    app = await startTestApp({ RETENTION_DAYS: '30' });
    receiver = await MisbehavingReceiver.start();
    retrier = new Client({ connectionString: app.database.url });
    await retrier.connect();
  });
  afterAll(async () => {
    await retrier.end();
    await app.stop();
    await receiver.stop();
  });

  const get = <T>(type: abstract new (...args: never[]) => T): T => app.app.get(type, { strict: false });

  it('deletes old events with their deliveries and attempts, keeps pending deliveries and updates the counts', async () => {
    const acme = await app.anOrganization();
    await anEndpoint(acme, receiver.url('ok'));
    const list = async (query = '') => {
      const response = await acme.get(`/v1/webhook_endpoints/hooks/list${query}`).expect(200);
      return { found: (response.body as unknown[]).length, total: Number(response.headers['x-total-count']) };
    };
    for (const id of ['old', 'new']) await aCustomer(acme, { external_id: id });
    await anEndpoint(acme, receiver.url('status/500'));
    await aCustomer(acme, { external_id: 'pending' });
    await eventually(async () => ((await list('?status=succeeded')).total === 3 ? true : null));
    await app.database.query(
      `UPDATE outbox_events SET created_at = now() - interval '31 days' WHERE payload LIKE '%"old"%' OR payload LIKE '%"pending"%'`,
    );

    expect(await get(RetentionService).run()).toMatchObject({ events: 1 });

    expect(await list()).toEqual({ found: 3, total: 3 });
    expect(await list('?status=pending')).toEqual({ found: 1, total: 1 });
    const [left] = await app.database.query<{ attempts: string }>(
      'SELECT count(*) AS attempts FROM webhook_attempts',
    );
    expect(left?.attempts).toBe('3');
  });

  it('checks events in batches and continues past events that must be kept', async () => {
    const acme = await app.anOrganization();
    const { id: endpoint } = await anEndpoint(acme, receiver.url('ok'), { status: 'inactive' });
    await waitingDeliveries(acme.id, endpoint, 40, 501);
    await app.database.query(
      `INSERT INTO outbox_events (organization_id, id, kind, object_type, object_id, sequence, payload, created_at)
       SELECT $1, id, 'customer.created', 'customer', id, 1, '{}', now() - interval '35 days'
         FROM (SELECT gen_random_uuid() AS id) AS made`,
      [acme.id],
    );
    const before = new Date(Date.now() - 30 * DAY_MS);
    const first = await get(Transactions).run((tx) =>
      get(RetentionRepository).deleteEventsBefore(tx, before, BEGINNING),
    );

    expect(first).toMatchObject({ removed: 0, next: { organizationId: acme.id } });
    expect(await get(RetentionService).run()).toMatchObject({ events: 1 });
    expect(await eventsOf(acme)).toBe(501);
  });

  it('keeps a delivery that is retried manually during the deletion', async () => {
    const acme = await app.anOrganization();
    const { id: endpoint } = await anEndpoint(acme, receiver.url('ok'), { status: 'inactive' });
    await waitingDeliveries(acme.id, endpoint, 40);
    await app.database.query(
      `UPDATE webhook_queue SET stage = 'failed', open = false WHERE organization_id = $1`,
      [acme.id],
    );
    await retrier.query('BEGIN');
    await retrier.query(`UPDATE webhook_queue SET stage = 'queued', open = true WHERE organization_id = $1`, [
      acme.id,
    ]);
    const refused = expect(get(RetentionService).run()).rejects.toThrow('webhook_queue');
    await untilLockWait(app.database, '%outbox_events%');
    await retrier.query('COMMIT');
    await refused;

    expect(await eventsOf(acme)).toBe(1);
    expect(await get(RetentionService).run()).toMatchObject({ events: 0 });
  });

  it('deletes subscription history that ended before the oldest event', async () => {
    const acme = await app.anOrganization();
    const { id: endpoint } = await anEndpoint(acme, receiver.url('ok'));
    await app.database.query(
      `INSERT INTO webhook_endpoint_subscriptions (organization_id, id, webhook_endpoint_id, event_types, starts_at, ends_at)
       SELECT $1, gen_random_uuid(), $2, '{}', now() - interval '90 days', now() - days * interval '1 day'
         FROM unnest('{29, 33, 60}'::int[]) AS ended (days)`,
      [acme.id, endpoint],
    );
    await waitingDeliveries(acme.id, endpoint, 40);
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
    await app.database.query(
      `UPDATE webhook_queue SET stage = 'failed', open = false WHERE organization_id = $1`,
      [acme.id],
    );
    expect(await runAndSeeDays()).toEqual([29, null]);
  });

  const eventsOf = async ({ id }: TestOrganization): Promise<number> =>
    (await app.database.query('SELECT FROM outbox_events WHERE organization_id = $1', [id])).length;

  /** Creates pending deliveries of events that are `days` days old. */
  async function waitingDeliveries(
    organizationId: string,
    endpoint: string,
    days: number,
    count = 1,
  ): Promise<void> {
    const at = new Date(Date.now() - days * DAY_MS);
    const ids = Array.from({ length: count }, () => newId(at));
    await app.database.query(
      `INSERT INTO outbox_events (organization_id, id, kind, object_type, object_id, sequence, payload, created_at)
       SELECT $1, id, 'customer.created', 'customer', id, 1, '{}', $3 FROM unnest($2::uuid[]) AS id`,
      [organizationId, ids, at],
    );
    await app.database.query(
      `INSERT INTO webhook_deliveries (organization_id, id, webhook_endpoint_id, event_id, webhook_type, object_type,
                                       object_id, max_retries, created_at)
       SELECT $1, id, $3, id, 'customer.created', 'customer', id, 5, $4 FROM unnest($2::uuid[]) AS id`,
      [organizationId, ids, endpoint, at],
    );
    await app.database.query(
      `INSERT INTO webhook_queue (organization_id, delivery_id, webhook_endpoint_id, event_id, webhook_type, stage,
                                  next_attempt_at, max_retries, created_at, updated_at)
       SELECT $1, id, $3, id, 'customer.created', 'waiting', now() + interval '1 day', 5, $4, $4
         FROM unnest($2::uuid[]) AS id`,
      [organizationId, ids, endpoint, at],
    );
  }
});
