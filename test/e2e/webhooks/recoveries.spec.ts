import { STEP_SIZE } from '../../../src/modules/webhooks/recoveries/recovery.job';
import { eventually } from '../../support/eventually';
import { useMisbehavingReceiver } from '../../support/use-receiver';
import { useReconciliation } from '../../support/use-reconciliation';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { anEndpoint, attemptsOf, deliveriesOf, deliveryOf, untilFinished } from '../../support/webhooks';
import { bodyOf, problemOf, wrongFieldsOf } from '../../support/wire';
import type { EndpointBody, RecoveryBody, WebhookBody } from '../../support/wire';

const ENDPOINTS = '/v1/webhook_endpoints';
const EARLIER = '2020-01-01T00:00:00.000Z';

describe('a recovery', () => {
  const receiver = useMisbehavingReceiver();
  const app = useTestApp({ WEBHOOK_MAX_RETRIES: '0' });
  const organization = useOrganization(app);
  let endpoint: EndpointBody;
  let customers = 0;
  useReconciliation(organization);

  beforeEach(async () => {
    endpoint = await anEndpoint(organization, receiver.url('status/500'));
  });

  it('retries all failed deliveries of its endpoint, and no others', async () => {
    const other = await anEndpoint(organization, receiver.url('status/500'));
    const failed = [...(await failures()), ...(await failures())];
    const sample = await bodyOf<WebhookBody>(
      organization.post(`${ENDPOINTS}/${endpoint.id}/test`, { webhook_type: 'invoice.paid' }),
    );
    await untilFinished(organization, sample.id);
    await change({ url: receiver.url('ok') });
    const started = await recover({ since: EARLIER }, 202);
    expect(started).toMatchObject({ webhook_endpoint_id: endpoint.id, since: EARLIER, total: 2 });
    expect(await untilEnded(started)).toMatchObject({ status: 'completed', total: 2, retried: 2 });
    for (const { id, webhook_endpoint_id } of failed) {
      if (webhook_endpoint_id === other.id) continue;
      expect(await untilFinished(organization, id)).toMatchObject({ status: 'succeeded', retries: 1 });
      expect(await attemptsOf(organization, id)).toHaveLength(2);
    }
    for (const { id } of await deliveriesOf(organization, `?webhook_endpoint_id=${other.id}`))
      expect(await deliveryOf(organization, id)).toMatchObject({ status: 'failed', retries: 0 });
    expect(await deliveryOf(organization, sample.id)).toMatchObject({ status: 'failed', retries: 0 });
    const stats = await bodyOf<object[]>(organization.get(`${ENDPOINTS}/delivery_stats`));
    expect(stats).toContainEqual(
      expect.objectContaining({ endpoint_id: endpoint.id, total: 2, succeeded: 2, failed: 0 }),
    );
  });

  it('retries what fails again only once', async () => {
    const id = (await failures())[0]?.id ?? '';
    await untilEnded(await recover({ since: EARLIER }, 202));
    expect(await untilFinished(organization, id)).toMatchObject({ status: 'failed', retries: 1 });
    await untilEnded(await recover({ since: EARLIER }, 202));
    expect(await untilFinished(organization, id)).toMatchObject({ status: 'failed', retries: 2 });
    expect(await attemptsOf(organization, id)).toHaveLength(3);
  });

  it('is limited to deliveries created since and before two times', async () => {
    const [first] = await failures();
    await change({ url: receiver.url('ok') });
    const { created_at = '' } = first ?? {};
    expect(await recover({ since: EARLIER, until: created_at }, 200)).toMatchObject({ total: 0 });
    const after = new Date(Date.parse(created_at) + 1).toISOString();
    expect(await recover({ since: after }, 200)).toMatchObject({ total: 0 });
    const within = await recover({ since: created_at, until: after }, 202);
    expect(await untilEnded(within)).toMatchObject({ retried: 1 });
  });

  it('without failures is complete at once, with 200', async () => {
    const recovery = await recover({ since: EARLIER }, 200);
    expect(recovery).toMatchObject({ status: 'completed', total: 0, retried: 0 });
    expect(recovery.ended_at).toBe(recovery.created_at);
    expect(await untilEnded(recovery)).toEqual(recovery);
  });

  it('is paced, runs once per endpoint, and queues nothing more when it is canceled', async () => {
    const total = 3 * STEP_SIZE;
    await change({ status: 'inactive' });
    await failedDeliveries(total);
    const recovery = await recover({ since: EARLIER }, 202);
    await problemOf(
      organization.post(`${ENDPOINTS}/${endpoint.id}/recover`, { since: EARLIER }),
      409,
      'conflict',
    );
    await eventually(async () => ((await recoveryOf(recovery)).retried > 0 ? true : null));
    const path = `${ENDPOINTS}/${endpoint.id}/recoveries/${recovery.id}/cancel`;
    const canceled = await bodyOf<RecoveryBody>(organization.post(path));
    expect(canceled).toMatchObject({ status: 'canceled', total });
    expect(canceled.retried).toBeLessThan(total);
    expect(canceled.retried % STEP_SIZE).toBe(0);
    expect(await bodyOf(organization.post(path))).toEqual(canceled);
    const next = await recover({ since: EARLIER }, 202);
    expect(next.total).toBe(total - canceled.retried);
    expect(await untilEnded(next)).toMatchObject({ status: 'completed', retried: next.total });
    const [left] = await app.database.query<{ stages: string[] }>(
      'SELECT array_agg(DISTINCT stage) AS stages FROM webhook_queue WHERE organization_id = $1',
      [organization.id],
    );
    expect(left?.stages).toEqual(['queued']);
  });

  it('refuses a span that ends before it begins, and an endpoint of another organization', async () => {
    const path = `${ENDPOINTS}/${endpoint.id}/recover`;
    expect(await wrongFieldsOf(organization.post(path, { since: EARLIER, until: EARLIER }))).toEqual([
      'until',
    ]);
    expect(await wrongFieldsOf(organization.post(path, {}))).toEqual(['since']);
    const other = await app.anOrganization();
    await problemOf(other.post(path, { since: EARLIER }), 404, 'not_found');
    const { id } = await recover({ since: EARLIER }, 200);
    await problemOf(other.get(`${ENDPOINTS}/${endpoint.id}/recoveries/${id}`), 404, 'not_found');
    await problemOf(other.post(`${ENDPOINTS}/${endpoint.id}/recoveries/${id}/cancel`), 404, 'not_found');
  });

  /** Makes one delivery per endpoint, and waits until all have failed. */
  async function failures(): Promise<WebhookBody[]> {
    await bodyOf(organization.post('/v1/customers', { external_id: `cust_${++customers}` }), 201);
    const made = await deliveriesOf(organization);
    return Promise.all(made.map(({ id }) => untilFinished(organization, id)));
  }

  async function failedDeliveries(count: number): Promise<void> {
    await app.database.query(
      `WITH made AS (
         SELECT ('01700000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id FROM generate_series(1, $3) AS n),
       event AS (
         INSERT INTO outbox_events (organization_id, id, kind, object_type, object_id, sequence, payload, created_at)
         SELECT $1, id, 'plan.created', 'plan', id, 1, '{}', now() FROM made),
       counted AS (
         INSERT INTO webhook_delivery_counts VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2, 'plan.created', 0, $3)),
       delivery AS (
         INSERT INTO webhook_deliveries (organization_id, id, webhook_endpoint_id, event_id, webhook_type, object_type,
                                         object_id, max_retries, created_at)
         SELECT $1, id, $2, id, 'plan.created', 'plan', id, 0, now() FROM made)
       INSERT INTO webhook_queue (organization_id, delivery_id, webhook_endpoint_id, event_id, webhook_type, stage, open,
                                  next_attempt_at, max_retries, created_at, updated_at)
       SELECT $1, id, $2, id, 'plan.created', 'failed', false, now(), 0, now(), now() FROM made`,
      [organization.id, endpoint.id, count],
    );
  }

  function change(fields: object): Promise<EndpointBody> {
    return bodyOf(organization.put(`${ENDPOINTS}/${endpoint.id}`, fields));
  }

  function recover(span: object, status: number): Promise<RecoveryBody> {
    return bodyOf(organization.post(`${ENDPOINTS}/${endpoint.id}/recover`, span), status);
  }

  function recoveryOf({ id }: RecoveryBody): Promise<RecoveryBody> {
    return bodyOf(organization.get(`${ENDPOINTS}/${endpoint.id}/recoveries/${id}`));
  }

  function untilEnded(recovery: RecoveryBody): Promise<RecoveryBody> {
    return eventually(async () => {
      const current = await recoveryOf(recovery);
      return current.status === 'running' ? null : current;
    });
  }
});
