import { RetentionService } from '../../../src/modules/webhooks/retention.service';
import { aCustomer, anEndpoint } from '../../support/builders';
import { anInbox, inboxPath, messagesOf, untilMessages, verifies } from '../../support/inboxes';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import type { TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { attemptsOf, deliveryOf, ended, received } from '../../support/webhooks';
import { bodyOf, listOf, problemOf, type EventBody, type WebhookBody } from '../../support/wire';

const ENDPOINTS = '/v1/webhook_endpoints';

describe('an inbox', () => {
  const app = useTestApp({ RETENTION_DAYS: '90' });
  const organization = useOrganization(app);
  let receiver: MisbehavingReceiver;

  beforeAll(async () => {
    receiver = await MisbehavingReceiver.start();
  });
  afterAll(() => receiver.stop());

  const change = (endpoint: { id: string }, changes: object): Promise<unknown> =>
    bodyOf(organization.put(`${ENDPOINTS}/${endpoint.id}`, changes));
  const test = (endpoint: { id: string }, of: TestOrganization = organization): Promise<WebhookBody> =>
    bodyOf(of.post(`${ENDPOINTS}/${endpoint.id}/test`));

  it('makes deliveries succeed without HTTP, and returns them signed as they would have been sent', async () => {
    const endpoint = await anInbox(organization);
    expect(endpoint.url).toBe('inbox');
    const customer = await aCustomer(organization, { name: 'Zoë 🚀 "quoted"' });
    const [message] = await untilMessages(organization, endpoint, 1);
    if (message === undefined) throw new Error('no message');

    const delivery = await deliveryOf(organization, message.id);
    expect(delivery).toMatchObject({
      status: 'succeeded',
      http_status: 200,
      webhook_endpoint_id: endpoint.id,
    });
    expect(await attemptsOf(organization, message.id)).toMatchObject([
      {
        attempt_number: 1,
        success: true,
        http_status: 200,
        response_body: null,
        error_message: null,
        duration_ms: 0,
      },
    ]);
    expect(verifies(message, endpoint.secret)).toBe(true);
    expect(() => verifies({ ...message, body: `${message.body} ` }, endpoint.secret)).toThrow();
    expect(JSON.parse(message.body)).toEqual(delivery.payload);
    expect((JSON.parse(message.body) as EventBody).object_id).toBe(customer.id);
    const stats = await bodyOf<object[]>(organization.get(`${ENDPOINTS}/delivery_stats`));
    expect(stats).toEqual([expect.objectContaining({ total: 1, succeeded: 1, success_rate: 100 })]);
  });

  it('has the same headers as an HTTP attempt', async () => {
    const [inbox, http] = [await anInbox(organization), await anEndpoint(organization, receiver.url('ok'))];
    const delivered = await test(http);
    await test(inbox);
    const [message] = await untilMessages(organization, inbox, 1);
    const request = await received(receiver, (it) => it.headers['x-svc-webhook-id'] === delivered.id);
    const connection = ['host', 'connection', 'content-length'];
    const sent = Object.keys(request.headers).filter((it) => !connection.includes(it));
    expect(Object.keys(message?.headers ?? {}).sort()).toEqual(sent.sort());
  });

  it('lists messages newest first, by page, and samples with their header', async () => {
    const endpoint = await anInbox(organization, { event_types: ['customer.created'] });
    for (const n of [1, 2, 3]) {
      await aCustomer(organization, { external_id: `c${n}` });
      await untilMessages(organization, endpoint, n);
    }
    const sample = await bodyOf<WebhookBody>(
      organization.post(`${ENDPOINTS}/${endpoint.id}/test`, { webhook_type: 'invoice.paid' }),
    );
    const all = await untilMessages(organization, endpoint, 4);
    expect(all[0]).toMatchObject({ id: sample.id, headers: { 'x-svc-sample': 'true' } });
    const ids = all.map((it) => it.id);
    const page = await listOf<{ id: string }>(organization.get(`${inboxPath(endpoint)}?skip=1&limit=2`));
    expect(page).toEqual({ items: all.slice(1, 3), total: 4 });
    const oldest = await listOf<{ id: string }>(
      organization.get(`${inboxPath(endpoint)}?order_by=received_at:asc`),
    );
    expect(oldest.items.map((it) => it.id)).toEqual([...ids].reverse());
  });

  it('keeps the signatures of the time of the attempt when the secret is rotated', async () => {
    const endpoint = await anInbox(organization);
    await test(endpoint);
    await untilMessages(organization, endpoint, 1);
    const rotated = await bodyOf<{ secret: string }>(
      organization.post(`${ENDPOINTS}/${endpoint.id}/secret/rotate`, { overlap_seconds: 0 }),
    );
    await test(endpoint);
    const [second, first] = await untilMessages(organization, endpoint, 2);
    if (first === undefined || second === undefined) throw new Error('a message is missing');
    expect(verifies(first, endpoint.secret)).toBe(true);
    expect(verifies(second, rotated.secret)).toBe(true);
  });

  it('can become a URL and an inbox again, and keeps its messages', async () => {
    const endpoint = await anInbox(organization);
    const first = await test(endpoint);
    await ended(organization, first.id);
    await change(endpoint, { url: receiver.url('ok') });
    await problemOf(organization.get(inboxPath(endpoint)), 400, 'invalid_state');
    const second = await test(endpoint);
    await received(receiver, (it) => it.headers['x-svc-webhook-id'] === second.id);
    await change(endpoint, { url: 'inbox' });
    const third = await test(endpoint);
    const messages = await untilMessages(organization, endpoint, 2);
    expect(messages.map((it) => it.id)).toEqual([third.id, first.id]);
  });

  it('is not readable by another organization, if deleted, or if it is no inbox', async () => {
    const [endpoint, http] = [await anInbox(organization), await anEndpoint(organization)];
    const other = await app.anOrganization();
    for (const path of [inboxPath(endpoint), `${inboxPath(endpoint)}/stream`]) {
      await problemOf(other.get(path), 404, 'not_found');
      await problemOf(app.request.get(path), 401, 'unauthorized');
    }
    await problemOf(organization.get(inboxPath(http)), 400, 'invalid_state');
    await problemOf(organization.get(`${inboxPath(http)}/stream`), 400, 'invalid_state');
    await organization.delete(`${ENDPOINTS}/${endpoint.id}`).expect(204);
    await problemOf(organization.get(inboxPath(endpoint)), 404, 'not_found');
    await problemOf(organization.post(ENDPOINTS, { url: 'Inbox' }), 422, 'validation_failed');
  });

  it('loses messages to retention, with their count', async () => {
    const endpoint = await anInbox(organization);
    const [old, young] = [await test(endpoint), await test(endpoint)];
    await untilMessages(organization, endpoint, 2);
    await app.database.query(
      `UPDATE outbox_events AS event SET created_at = now() - interval '91 days'
         FROM webhook_deliveries AS delivery WHERE delivery.event_id = event.id AND delivery.id = $1`,
      [old.id],
    );
    await app.app.get(RetentionService, { strict: false }).run();
    const left = await listOf<{ id: string }>(organization.get(inboxPath(endpoint)));
    expect({ ids: left.items.map((it) => it.id), total: left.total }).toEqual({ ids: [young.id], total: 1 });
    expect(await messagesOf(organization, endpoint)).toHaveLength(1);
  });
});
