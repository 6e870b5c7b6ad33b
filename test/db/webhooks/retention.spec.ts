import { RetentionService } from '../../../src/modules/webhooks/retention.service';
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
});
