import { RetentionService } from '../../../src/modules/webhooks/retention.service';
import { newId } from '../../../src/platform/domain/id';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import { eventually } from '../../support/eventually';
import { startTestApp, type TestApp } from '../../support/test-app';

describe('RetentionService', () => {
  let app: TestApp;
  let receiver: MisbehavingReceiver;

  beforeAll(async () => {
    app = await startTestApp({ RETENTION_DAYS: '30' });
    receiver = await MisbehavingReceiver.start();
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  it('removes old settled events with everything of theirs, keeps pending ones, and keeps counts true', async () => {
    const acme = await app.anOrganization();
    await acme.post('/v1/webhook_endpoints', { url: receiver.url('ok') }).expect(201);
    const list = async (query = '') => {
      const response = await acme.get(`/v1/webhook_endpoints/hooks/list${query}`).expect(200);
      return { found: (response.body as unknown[]).length, total: Number(response.headers['x-total-count']) };
    };
    for (const id of ['old', 'new']) await acme.post('/v1/customers', { external_id: id }).expect(201);
    await acme.post('/v1/webhook_endpoints', { url: receiver.url('status/500') }).expect(201);
    await acme.post('/v1/customers', { external_id: 'pending' }).expect(201);
    await eventually(async () => ((await list('?status=succeeded')).total === 3 ? true : null));
    await app.database.query(
      `UPDATE outbox_events SET created_at = now() - interval '31 days' WHERE payload LIKE '%"old"%' OR payload LIKE '%"pending"%'`,
    );

    expect(await app.app.get(RetentionService, { strict: false }).run()).toMatchObject({ events: 1 });

    expect(await list()).toEqual({ found: 3, total: 3 });
    expect(await list('?status=pending')).toEqual({ found: 1, total: 1 });
    const [left] = await app.database.query<{ attempts: string }>(
      'SELECT count(*) AS attempts FROM webhook_attempts',
    );
    expect(left?.attempts).toBe('3');
  });

  it('removes spans of subscriptions that ended before all events on record', async () => {
    const acme = await app.anOrganization();
    const response = await acme.post('/v1/webhook_endpoints', { url: receiver.url('ok') }).expect(201);
    const { id: endpoint } = response.body as { id: string };
    await app.database.query(
      `INSERT INTO webhook_endpoint_subscriptions (organization_id, id, webhook_endpoint_id, event_types, starts_at, ends_at)
       SELECT $1, gen_random_uuid(), $2, '{}', now() - interval '90 days', now() - days * interval '1 day'
         FROM unnest('{29, 33, 60}'::int[]) AS ended (days)`,
      [acme.id, endpoint],
    );
    await aWaitingDelivery(acme.id, endpoint, 40);
    const runAndSeeDays = async (): Promise<(number | null)[]> => {
      await app.app.get(RetentionService, { strict: false }).run();
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

  /** Of an event of so many days ago. */
  async function aWaitingDelivery(organizationId: string, endpoint: string, days: number): Promise<void> {
    const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    const [event, delivery] = [newId(at), newId(at)];
    await app.database.query(
      `INSERT INTO outbox_events (organization_id, id, kind, object_type, object_id, sequence, payload, created_at)
       VALUES ($1, $2, 'customer.created', 'customer', $2, 1, '{}', $3)`,
      [organizationId, event, at],
    );
    await app.database.query(
      `INSERT INTO webhook_deliveries (organization_id, id, webhook_endpoint_id, event_id, webhook_type, object_type,
                                       object_id, max_retries, created_at)
       VALUES ($1, $2, $3, $4, 'customer.created', 'customer', $4, 5, $5)`,
      [organizationId, delivery, endpoint, event, at],
    );
    await app.database.query(
      `INSERT INTO webhook_queue (organization_id, delivery_id, webhook_endpoint_id, event_id, webhook_type, stage,
                                  next_attempt_at, max_retries, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'customer.created', 'waiting', now() + interval '1 day', 5, $5, $5)`,
      [organizationId, delivery, endpoint, event, at],
    );
  }
});
