import { randomUUID } from 'node:crypto';
import { defineEvent } from '../../../src/platform/outbox/event-catalogue';
import { aCustomer, anEndpoint } from '../../support/builders';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { deliveriesOf, ended } from '../../support/webhooks';
import {
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CustomerBody,
  type WebhookBody,
  type ListBody,
} from '../../support/wire';

const LIST = '/v1/webhook_endpoints/hooks/list';
const STATS = '/v1/webhook_endpoints/delivery_stats';

/** The organization has six succeeded deliveries, three failed ones and one in flight. */
describe('delivery lists and statistics', () => {
  let app: TestApp;
  let receiver: MisbehavingReceiver;
  let organization: TestOrganization;
  let customers: CustomerBody[];
  let good: string;
  let broken: string;
  let hanging: string;
  let unused: string;

  beforeAll(async () => {
    app = await startTestApp({ WEBHOOK_MAX_RETRIES: '0', WEBHOOK_TIMEOUT_MS: '60000' });
    receiver = await MisbehavingReceiver.start();
    organization = await app.anOrganization();
    const anEndpointFor = async (mode: string, kinds: string[]): Promise<string> =>
      (await anEndpoint(organization, receiver.url(mode), { event_types: kinds })).id;
    good = await anEndpointFor('ok', []);
    broken = await anEndpointFor('status/500', ['customer.created']);
    hanging = await anEndpointFor('hang', ['customer.updated']);
    unused = await anEndpointFor('ok', ['invoice.*']);
    customers = [];
    for (const n of [1, 2, 3]) {
      customers.push(await aCustomer(organization, { external_id: `c${n}` }));
    }
    await organization.put(`/v1/customers/${customers[0]?.id}`, { name: 'Updated' }).expect(200);
    for (const { id, webhook_endpoint_id: endpoint } of await deliveriesOf(organization)) {
      if (endpoint !== hanging) await ended(organization, id);
    }
    for (const endpoint of [good, good]) {
      const { id } = await bodyOf<WebhookBody>(organization.post(`/v1/webhook_endpoints/${endpoint}/test`));
      await ended(organization, id);
    }
  });
  afterAll(async () => {
    await receiver.stop(); // stopped first, so that the hanging request ends
    await app.stop();
  });

  const find = (query: string): Promise<ListBody<WebhookBody>> =>
    listOf<WebhookBody>(organization.get(`${LIST}?${query}`));

  it('the list returns all deliveries, newest first, with their total', async () => {
    const { items, total } = await find('');
    expect({ count: items.length, total }).toEqual({ count: 10, total: 10 });
    const times = items.map((it) => it.created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it.each<[string, () => string, number]>([
    ['status', () => 'status=succeeded', 6],
    ['status', () => 'status=failed', 3],
    ['status', () => 'status=pending', 1],
    ['kind', () => 'webhook_type=customer.created', 6],
    ['kind', () => 'webhook_type=customer.updated', 2],
    ['kind', () => 'webhook_type=webhook_endpoint.test', 2],
    ['kind', () => 'webhook_type=invoice.paid', 0],
    ['endpoint', () => `webhook_endpoint_id=${good}`, 6],
    ['endpoint', () => `webhook_endpoint_id=${broken.toUpperCase()}`, 3],
    ['endpoint', () => `webhook_endpoint_id=${unused}`, 0],
    ['endpoint', () => `webhook_endpoint_id=${randomUUID()}`, 0],
    ['object type', () => 'object_type=customer', 8],
    ['object type', () => 'object_type=webhook_endpoint', 2],
    ['object', () => `object_id=${customers[0]?.id}`, 4],
    ['object', () => `object_id=${customers[1]?.id}`, 2],
    ['kind and status', () => 'webhook_type=customer.created&status=failed', 3],
    ['kind and status', () => 'webhook_type=customer.updated&status=failed', 0],
    ['endpoint and status', () => `webhook_endpoint_id=${hanging}&status=pending`, 1],
    ['kind and object type', () => 'webhook_type=customer.created&object_type=customer', 6],
    ['kind and another object type', () => 'webhook_type=customer.created&object_type=invoice', 0],
    ['object and status', () => `object_id=${customers[0]?.id}&status=succeeded`, 2],
    ['object and status', () => `object_id=${customers[0]?.id}&status=pending`, 1],
  ])('the list is filtered by %s', async (_, query, count) => {
    const { items, total } = await find(query());
    expect({ count: items.length, total }).toEqual({ count, total: count });
    const given = new URLSearchParams(query().toLowerCase());
    for (const item of items) expect(item).toMatchObject(Object.fromEntries(given));
    const page = await find(`${query()}&limit=1`);
    expect({ count: page.items.length, total: page.total }).toEqual({
      count: Math.min(1, count),
      total: count,
    });
  });

  it('the list is filtered by creation time: created_after is inclusive, created_before is exclusive', async () => {
    const { items } = await find('order_by=created_at:asc');
    const middle = items[5]?.created_at ?? '';
    const before = items.filter((it) => it.created_at < middle).length;
    const both = `created_after=${middle}&created_before=${middle}`;
    expect((await find(`created_before=${middle}`)).total).toBe(before);
    expect((await find(`created_after=${middle}`)).total).toBe(10 - before);
    expect((await find(both)).total).toBe(0);
    expect((await find('created_after=2999-01-01T00:00:00Z')).total).toBe(0);
    expect((await find('created_before=1000-01-01T00:00:00Z')).total).toBe(0);
    expect((await find('created_after=0001-01-01T00:00:00Z&status=failed')).total).toBe(3);
    const zoned = new Date(Date.parse(middle) + 7_200_000).toISOString().replace('Z', '+02:00');
    expect((await find(`created_after=${encodeURIComponent(zoned)}`)).total).toBe(10 - before);
  });

  it.each(['created_at:asc', 'created_at:desc', 'updated_at:asc', 'updated_at:desc'])(
    'the list is sorted by %s, and its pages do not overlap',
    async (order) => {
      const { items } = await find(`order_by=${order}`);
      const [field, direction] = order.split(':') as ['created_at' | 'updated_at', string];
      const sorted = items.toSorted((a, b) => (a[field] + a.id < b[field] + b.id ? -1 : 1));
      expect(items).toEqual(direction === 'asc' ? sorted : sorted.toReversed());
      const pages: WebhookBody[] = [];
      for (const skip of [0, 3, 6, 9, 12])
        pages.push(...(await find(`order_by=${order}&skip=${skip}&limit=3`)).items);
      expect(pages).toEqual(items);
    },
  );

  it.each([
    ['status', 'status=done'],
    ['status', 'status='],
    ['status', 'status=failed&status=pending'],
    ['webhook_type', 'webhook_type=customer.*'],
    ['webhook_type', 'webhook_type=constructor'],
    ['object_type', 'object_type=unicorn'],
    ['object_id', 'object_id=c1'],
    ['webhook_endpoint_id', 'webhook_endpoint_id=1'],
    ['created_after', 'created_after=yesterday'],
    ['created_before', 'created_before=2026-02-30T00:00:00Z'],
    ['order_by', 'order_by=status'],
    ['skip', 'skip=-1'],
    ['limit', 'limit=1001'],
    ['http_status', 'http_status=500'],
  ])('an invalid %s is refused with 422: %s', async (field, query) => {
    expect(await wrongFieldsOf(organization.get(`${LIST}?${query}`))).toEqual([field]);
  });

  it('the filters accept an event kind that is declared after the webhooks module was imported', async () => {
    class Zone {}
    defineEvent({ kind: 'zone.created', objectType: 'zone', trigger: 'New zone created', payload: Zone });
    expect((await find('webhook_type=zone.created&object_type=zone')).total).toBe(0);
    const refused = await problemOf(
      organization.get(`${LIST}?object_type=unicorn`),
      422,
      'validation_failed',
    );
    expect(refused.errors?.[0]?.message).toContain(', zone');
    const selected = { event_types: ['zone.created', 'zone.*'] };
    await anEndpoint(await app.anOrganization(), receiver.url('ok'), selected);
  });

  it('the statistics count deliveries per endpoint, with zeros for an endpoint without deliveries', async () => {
    const stats = await bodyOf<{ endpoint_id: string }[]>(organization.get(STATS));
    expect(Object.fromEntries(stats.map(({ endpoint_id: id, ...counts }) => [id, counts]))).toEqual({
      [good]: { total: 6, succeeded: 6, failed: 0, success_rate: 100 },
      [broken]: { total: 3, succeeded: 0, failed: 3, success_rate: 0 },
      [hanging]: { total: 1, succeeded: 0, failed: 0, success_rate: 0 },
      [unused]: { total: 0, succeeded: 0, failed: 0, success_rate: 0 },
    });
  });

  it('the statistics round the success rate to one decimal', async () => {
    const other = await app.anOrganization();
    const { id } = await anEndpoint(other, receiver.url('ok'));
    const send = async (): Promise<void> => {
      const sent = await bodyOf<WebhookBody>(other.post(`/v1/webhook_endpoints/${id}/test`));
      await ended(other, sent.id);
    };
    await send();
    await send();
    await other.put(`/v1/webhook_endpoints/${id}`, { url: receiver.url('status/500') }).expect(200);
    await send();
    expect(await bodyOf(other.get(STATS))).toEqual([
      { endpoint_id: id, total: 3, succeeded: 2, failed: 1, success_rate: 66.7 },
    ]);
  });
});
