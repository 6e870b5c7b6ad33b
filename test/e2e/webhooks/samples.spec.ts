import { Webhook } from 'standardwebhooks';
import { EVENT_KINDS } from '../../../src/platform/outbox/event-catalogue';
import { useMisbehavingReceiver } from '../../support/use-receiver';
import { useReconciliation } from '../../support/use-reconciliation';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { anEndpoint, attemptsOf, deliveriesOf, received, untilFinished } from '../../support/webhooks';
import { UUID_V7, bodyOf, listOf, problemOf } from '../../support/wire';
import type { EndpointBody, EventBody, WebhookBody } from '../../support/wire';

const ENDPOINTS = '/v1/webhook_endpoints';

describe('a sample', () => {
  const receiver = useMisbehavingReceiver();
  const app = useTestApp({ WEBHOOK_MAX_RETRIES: '0', DOCS: 'off' });
  const organization = useOrganization(app);
  let endpoint: EndpointBody;
  useReconciliation(organization);

  beforeEach(async () => {
    endpoint = await anEndpoint(organization, receiver.url('ok'));
  });

  it('of every kind is sent to its endpoint alone, signed and marked', async () => {
    await anEndpoint(organization, receiver.url('ok/other'));
    const { secret } = await bodyOf<{ secret: string }>(
      organization.get(`${ENDPOINTS}/${endpoint.id}/secret`),
    );
    for (const kind of EVENT_KINDS) {
      const { id, payload } = await sample(kind);
      const request = await received(receiver, (it) => it.headers['webhook-id'] === id);
      const headers = request.headers as Record<string, string>;
      expect(new Webhook(secret).verify(request.body.toString(), headers)).toEqual(payload);
      expect(payload).toMatchObject({ webhook_type: kind, organization_id: organization.id, sample: true });
      expect(headers['x-svc-event']).toBe(kind);
      expect(await untilFinished(organization, id)).toMatchObject({
        status: 'succeeded',
        webhook_type: kind,
      });
      expect(await attemptsOf(organization, id)).toHaveLength(1);
    }
    expect(receiver.requestsTo('ok/other')).toEqual([]);
  });

  it('has an object of its own with the fields of the example', async () => {
    const [one, other] = [await sample('customer.updated'), await sample('customer.updated')];
    expect(one.object_id).toMatch(UUID_V7);
    expect(one.object_id).not.toBe(other.object_id);
    expect(one.payload).toMatchObject({
      object_id: one.object_id,
      sequence: 1,
      changed: ['email'],
      customer: { id: one.object_id, external_id: 'cust_1042', currency: 'EUR' },
    });
    expect(one.payload.id).not.toBe(one.id);
  });

  it('is no event, and in no list, count, statistic or sequence', async () => {
    const failing = await anEndpoint(organization, receiver.url('status/500'));
    const sent = [await sample('invoice.paid'), await sample('invoice.paid', failing)];
    for (const { id } of sent) await untilFinished(organization, id);
    await change(failing, { status: 'inactive' });
    await change(failing, { status: 'active', url: receiver.url('hang') });
    await sample('invoice.paid', failing); // stays pending
    for (const query of [
      '',
      '?status=succeeded',
      '?status=failed',
      '?status=pending',
      '?order_by=updated_at',
    ])
      expect(await listOf(organization.get(`${ENDPOINTS}/hooks/list${query}`))).toEqual({
        items: [],
        total: 0,
      });
    const stats = await bodyOf<object[]>(organization.get(`${ENDPOINTS}/delivery_stats`));
    for (const it of stats) expect(it).toMatchObject({ total: 0, succeeded: 0, failed: 0 });
    for (const table of ['outbox_events', 'outbox_sequences', 'webhook_delivery_counts'])
      expect(await rowsOf(table)).toBe(0);
  });

  it('that fails can be retried by hand, and still counts nowhere', async () => {
    await change(endpoint, { url: receiver.url('status/500') });
    const { id } = await sample('payment.failed');
    expect(await untilFinished(organization, id)).toMatchObject({ status: 'failed', http_status: 500 });
    await change(endpoint, { url: receiver.url('ok') });
    await organization.post(`${ENDPOINTS}/hooks/${id}/retry`).expect(200);
    expect(await untilFinished(organization, id)).toMatchObject({ status: 'succeeded', retries: 1 });
    expect(await attemptsOf(organization, id)).toHaveLength(2);
    expect(await rowsOf('webhook_delivery_counts')).toBe(0);
  });

  it('does not change the counters of deliveries of the same kind when it is retried', async () => {
    await change(endpoint, { url: receiver.url('status/500') });
    await organization.post('/v1/customers', { external_id: 'real' }).expect(201);
    const [real] = await deliveriesOf(organization);
    await untilFinished(organization, real?.id ?? '');
    const { id } = await sample('customer.created');
    await untilFinished(organization, id);
    await organization.post(`${ENDPOINTS}/hooks/${id}/retry`).expect(200);
    await untilFinished(organization, id);
    expect(await bodyOf(organization.get(`${ENDPOINTS}/delivery_stats`))).toMatchObject([
      { total: 1, failed: 1 },
    ]);
  });

  it('of an unknown kind is refused with 422 and the list of kinds', async () => {
    const request = organization.post(`${ENDPOINTS}/${endpoint.id}/test`, { webhook_type: 'invoice.eaten' });
    const { errors } = await problemOf(request, 422, 'validation_failed');
    expect(errors).toMatchObject([{ field: 'webhook_type' }]);
    for (const kind of EVENT_KINDS) expect(errors?.[0]?.message).toContain(kind);
  });

  it('for an inactive endpoint, or one of another organization, is refused', async () => {
    const path = `${ENDPOINTS}/${endpoint.id}/test`;
    await problemOf(
      (await app.anOrganization()).post(path, { webhook_type: 'invoice.paid' }),
      404,
      'not_found',
    );
    await change(endpoint, { status: 'inactive' });
    await problemOf(organization.post(path, { webhook_type: 'invoice.paid' }), 400, 'invalid_state');
  });

  function sample(
    kind: string,
    { id } = endpoint,
  ): Promise<Omit<WebhookBody, 'payload'> & { payload: EventBody }> {
    return bodyOf<WebhookBody>(organization.post(`${ENDPOINTS}/${id}/test`, { webhook_type: kind }));
  }

  function change({ id }: EndpointBody, fields: object): Promise<EndpointBody> {
    return bodyOf(organization.put(`${ENDPOINTS}/${id}`, fields));
  }

  async function rowsOf(table: string): Promise<number> {
    const [row] = await app.database.query<{ count: string }>(
      `SELECT count(*) AS count FROM ${table} WHERE organization_id = $1`,
      [organization.id],
    );
    return Number(row?.count);
  }
});
