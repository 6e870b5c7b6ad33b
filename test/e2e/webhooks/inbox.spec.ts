import { Webhook } from 'standardwebhooks';
import { MAX_STREAMS_PER_ORGANIZATION } from '../../../src/modules/webhooks/inbox/inbox-streams';
import { KEPT_REQUESTS } from '../../../src/modules/webhooks/inbox/inbox-writer';
import { RetentionService } from '../../../src/modules/webhooks/history/retention.service';
import { eventually } from '../../support/eventually';
import { EventReader } from '../../support/inbox-stream';
import { startTestApp } from '../../support/test-app';
import { useMisbehavingReceiver } from '../../support/use-receiver';
import { useReconciliation } from '../../support/use-reconciliation';
import { useOrganization, useProvider, useTestApp } from '../../support/use-test-app';
import { anEndpoint, attemptsOf, deliveriesOf, untilFinished } from '../../support/webhooks';
import { bodyOf, listOf, problemOf, wrongFieldsOf } from '../../support/wire';
import type { EndpointBody, InboxRequestBody } from '../../support/wire';

const ENDPOINTS = '/v1/webhook_endpoints';
const ADMIN_TOKEN = 'an-operator-token-of-some-length';

describe('an inbox', () => {
  const receiver = useMisbehavingReceiver();
  const app = useTestApp({ ADMIN_TOKEN, OPEN_REGISTRATION: 'on' });
  const organization = useOrganization(app);
  const retention = useProvider(app, RetentionService);
  let endpoint: EndpointBody & { secret: string };
  let customers = 0;
  const readers: EventReader[] = [];
  useReconciliation(organization);

  beforeEach(async () => {
    endpoint = await bodyOf(organization.post(ENDPOINTS, { url: 'inbox' }), 201);
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });

  it('receives deliveries, which succeed, with valid signatures', async () => {
    await aCustomer();
    const [request] = await untilReceived(1);
    const [delivery] = await deliveriesOf(organization);
    expect(await untilFinished(organization, delivery?.id ?? '')).toMatchObject({
      status: 'succeeded',
      http_status: 200,
      error_message: null,
    });
    expect(await attemptsOf(organization, delivery?.id ?? '')).toMatchObject([
      { success: true, attempt_number: 1 },
    ]);
    expect(request).toMatchObject({
      sequence: 1,
      webhook_id: delivery?.id,
      webhook_type: 'customer.created',
      headers: {
        'content-type': 'application/json',
        'x-svc-webhook-id': delivery?.id,
        'x-svc-event': 'customer.created',
        'x-svc-attempt': '1',
        'x-svc-signature': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    });
    const verified = new Webhook(endpoint.secret).verify(request?.body ?? '', request?.headers ?? {});
    expect(verified).toEqual(delivery?.payload);
    const stats = await bodyOf(organization.get(`${ENDPOINTS}/delivery_stats`));
    expect(stats).toMatchObject([{ total: 1, succeeded: 1 }]);
  });

  it('receives samples, and lists its requests newest first', async () => {
    for (const kind of ['invoice.paid', 'payment.failed']) {
      await bodyOf(organization.post(`${ENDPOINTS}/${endpoint.id}/test`, { webhook_type: kind }));
      await eventually(async () => ((await inboxOf()).items[0]?.webhook_type === kind ? true : null));
    }
    const { items, total } = await inboxOf();
    expect([total, items.map((it) => it.sequence)]).toEqual([2, [2, 1]]);
    expect(JSON.parse(items[0]?.body ?? '')).toMatchObject({ webhook_type: 'payment.failed', sample: true });
  });

  it('keeps the latest requests, and none that are older than events', async () => {
    await aCustomer();
    await untilReceived(1);
    await app.database.query(`UPDATE webhook_inboxes SET last_sequence = $2 WHERE webhook_endpoint_id = $1`, [
      endpoint.id,
      KEPT_REQUESTS,
    ]);
    await aCustomer();
    await eventually(async () => ((await inboxOf()).items[0]?.sequence === KEPT_REQUESTS + 1 ? true : null));
    expect((await inboxOf()).total).toBe(1);
    await app.database.query(
      `UPDATE webhook_inbox_requests SET created_at = now() - interval '91 days' WHERE webhook_endpoint_id = $1`,
      [endpoint.id],
    );
    await retention.run();
    expect(await inboxOf()).toEqual({ items: [], total: 0 });
  });

  it('becomes an endpoint of a URL and the reverse, for the next attempt of each delivery', async () => {
    await change({ url: receiver.url('status/500') });
    await aCustomer();
    const [delivery] = await deliveriesOf(organization);
    await eventually(async () =>
      (await attemptsOf(organization, delivery?.id ?? '')).length > 0 ? true : null,
    );
    expect((await inboxOf()).total).toBe(0);
    await problemOf(organization.get(`${ENDPOINTS}/${endpoint.id}/inbox/stream`), 400, 'invalid_state');
    await change({ url: 'inbox' });
    await aCustomer();
    await untilReceived(1);
    await change({ url: receiver.url('ok') });
    await aCustomer();
    await receiver.until((it) => it.requestsTo('ok').length > 0);
    expect((await inboxOf()).total).toBe(1);
  });

  it('of another organization is not found', async () => {
    const other = await app.anOrganization();
    for (const path of ['inbox', 'inbox/stream'])
      await problemOf(other.get(`${ENDPOINTS}/${endpoint.id}/${path}`), 404, 'not_found');
  });

  describe('stream', () => {
    it('sends what arrives, and resumes after any event without a gap', async () => {
      await aCustomer();
      await untilReceived(1);
      const first = await stream();
      expect(first.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
      await first.until((it) => it.events.length > 0);
      expect(first.events[0]).toMatchObject({ id: '1', event: 'ready', data: { sequence: 1 } });
      await aCustomer();
      await first.until((it) => it.requests.length === 1);
      expect(first.requests[0]).toMatchObject({ id: '2', data: (await inboxOf()).items[0] });
      first.close();
      for (let n = 0; n < 25; n++) await aCustomer(); // more than one statement reads
      const resumed = await stream({ 'Last-Event-ID': first.events.at(-1)?.id ?? '' });
      await resumed.until((it) => it.requests.length === 25);
      const expected = Array.from({ length: 25 }, (_, index) => String(index + 3));
      expect(resumed.requests.map((it) => it.id)).toEqual(expected);
      const whole = await stream({}, '?after=0');
      await whole.until((it) => it.requests.length === 27);
    });

    it('sees what a worker of another process has delivered, and ends with a hint when its process stops', async () => {
      const api = await startTestApp({ ROLE: 'api' }, app.database);
      const reader = await stream({}, '', api.url);
      await aCustomer();
      await reader.until((it) => it.requests.length === 1);
      await api.stop();
      await reader.until((it) => it.ended);
      expect(reader.text).toMatch(/^retry: 1000$/m);
      expect(reader.events.at(-1)).toMatchObject({
        id: '1',
        event: 'end',
        data: { reason: 'shutting_down' },
      });
    });

    it('ends when its key is revoked, the organization is suspended, or the endpoint is no inbox any more', async () => {
      const key = await bodyOf<{ id: string; raw_key: string }>(
        organization.post('/v1/organizations/current/api_keys', { name: 'Reader' }),
        201,
      );
      const suspended = await app.anOrganization();
      const { id: gone } = await anEndpoint(suspended, 'inbox');
      const { id: moved } = await anEndpoint(organization, 'inbox');
      const path = (id: string): string => `${app.url}${ENDPOINTS}/${id}/inbox/stream`;
      const [ofKey, ofSuspended, ofMoved, other] = await Promise.all([
        EventReader.open(path(endpoint.id), { ...organization, rawKey: key.raw_key }),
        EventReader.open(path(gone), suspended),
        EventReader.open(path(moved), organization),
        stream(),
      ]);
      readers.push(ofKey, ofSuspended, ofMoved);
      await organization.delete(`/v1/organizations/current/api_keys/${key.id}`).expect(204);
      const suspension = app.request.post(`/v1/admin/organizations/${suspended.id}/suspend`);
      await suspension.auth(ADMIN_TOKEN, { type: 'bearer' }).send({ reason: 'Spam' }).expect(200);
      await bodyOf(organization.put(`${ENDPOINTS}/${moved}`, { url: receiver.url('ok') }));
      await Promise.all([ofKey, ofSuspended, ofMoved].map((it) => it.until(({ ended }) => ended)));
      const reasons = [ofKey, ofSuspended, ofMoved].map((it) => it.events.at(-1)?.data.reason);
      expect(reasons).toEqual(['unauthorized', 'organization_suspended', 'inbox_gone']);
      await problemOf(suspended.get(`${ENDPOINTS}/${gone}/inbox/stream`), 403, 'organization_suspended');
      expect(other.ended).toBe(false);
    });

    it('ends when the organization has moved to another cell', async () => {
      const moving = await app.anOrganization();
      const { id } = await anEndpoint(moving, 'inbox');
      const path = `${ENDPOINTS}/${id}/inbox/stream`;
      const reader = await EventReader.open(`${app.url}${path}`, moving);
      readers.push(reader);
      await app.database.query(`UPDATE organizations SET cell_state = 'moved' WHERE id = $1`, [moving.id]);
      await reader.until(({ ended }) => ended);
      expect(reader.events.at(-1)?.data.reason).toBe('organization_moved');
      await problemOf(moving.get(path), 421, 'organization_moved');
    });

    it('is refused beyond the cap of the organization, and to no other organization', async () => {
      for (let n = 0; n < MAX_STREAMS_PER_ORGANIZATION; n++) await stream();
      const path = `${ENDPOINTS}/${endpoint.id}/inbox/stream`;
      await problemOf(organization.get(path), 429, 'rate_limited');
      await organization.get('/v1/customers').expect(200); // streams take no units of the organization
      const other = await app.anOrganization();
      const { id } = await anEndpoint(other, 'inbox');
      const reader = await EventReader.open(`${app.url}${ENDPOINTS}/${id}/inbox/stream`, other);
      readers.push(reader);
      expect(reader.response.statusCode).toBe(200);
      readers[0]?.close();
      await eventually(async () => ((await stream()).response.statusCode === 200 ? true : null));
    });

    it('refuses a position that is none', async () => {
      const path = `${ENDPOINTS}/${endpoint.id}/inbox/stream`;
      expect(await wrongFieldsOf(organization.get(`${path}?after=-1`))).toEqual(['after']);
      const request = organization.get(path).set('Last-Event-ID', 'abc');
      expect(await wrongFieldsOf(request)).toEqual(['last-event-id']);
    });
  });

  async function stream(
    headers: Record<string, string> = {},
    query = '',
    url = app.url,
  ): Promise<EventReader> {
    const path = `${url}${ENDPOINTS}/${endpoint.id}/inbox/stream${query}`;
    const reader = await EventReader.open(path, organization, headers);
    readers.push(reader);
    return reader;
  }

  function aCustomer(): Promise<unknown> {
    return bodyOf(organization.post('/v1/customers', { external_id: `cust_${++customers}` }), 201);
  }

  function change(fields: object): Promise<EndpointBody> {
    return bodyOf(organization.put(`${ENDPOINTS}/${endpoint.id}`, fields));
  }

  function inboxOf(): Promise<{ items: InboxRequestBody[]; total: number }> {
    return listOf<InboxRequestBody>(organization.get(`${ENDPOINTS}/${endpoint.id}/inbox`));
  }

  function untilReceived(count: number): Promise<InboxRequestBody[]> {
    return eventually(async () => {
      const { items } = await inboxOf();
      return items.length >= count ? items : null;
    });
  }
});
