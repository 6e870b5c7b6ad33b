import type { Fee, Invoice } from '@billing-service/sdk';
import { aCustomer, anEndpoint, anInvoice, aWallet } from '../../support/builders';
import { anInbox, inboxPath, untilMessages } from '../../support/inboxes';
import { followed, pageOf } from '../../support/links';
import { aMeteredSubscription, type Metered } from '../../support/metered-subscription';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import type { TestOrganization } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { eventually } from '../../support/eventually';
import { usageEventOf } from '../../support/builders';

const DELIVERIES = '/v1/webhook_endpoints/hooks/list';

/** A client that only follows links sees every record once, in the order of the list. */
describe('lists followed by Link', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0', WEBHOOK_MAX_RETRIES: '0' });
  const acme = useSharedOrganization(app);

  const idsOf = (pages: { items: { id: string }[] }[]): string[] =>
    pages.flatMap((it) => it.items.map(({ id }) => id));

  /** Follows the links forwards and backwards and compares with the whole list; returns its length. */
  async function expectAll(path: string, by: TestOrganization = acme, limit = 2): Promise<number> {
    const get = (reference: string) => by.get(reference);
    const all = await pageOf(get(path));
    expect([path, all.next, all.prev]).toEqual([path, null, null]);
    const first = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
    const forwards = await followed(get, first);
    expect([path, idsOf(forwards)]).toEqual([path, idsOf([all])]);
    expect(new Set(forwards.map((it) => it.total))).toEqual(new Set([all.total]));
    const prev = forwards.at(-1)?.prev;
    if (typeof prev === 'string') {
      const backwards = await followed(get, prev, 'prev');
      expect([path, idsOf(backwards.toReversed())]).toEqual([path, idsOf(forwards.slice(0, -1))]);
    }
    return all.items.length;
  }

  it.each(['created_at', 'updated_at', 'external_id'])('customers sorted by %s', async (field) => {
    const organization = await app.anOrganization();
    for (const name of ['b', 'A', 'ä', '"', "'; --"]) await aCustomer(organization, { external_id: name });
    for (const direction of ['asc', 'desc'])
      expect(await expectAll(`/v1/customers?order_by=${field}:${direction}`, organization)).toBe(5);
  });

  it('invoices of a customer, sorted by date, named by the external ID', async () => {
    const customer = await aCustomer(acme, { external_id: 'payer & co' });
    await anInvoice(acme);
    for (let n = 0; n < 5; n++) await anInvoice(acme, { customer_id: customer.id });
    const query = 'external_customer_id=payer%20%26%20co&order_by=issuing_date&status=finalized';
    expect(await expectAll(`/v1/invoices?${query}`)).toBe(5);
    const { next } = await pageOf(acme.get(`/v1/invoices?${query}&limit=2`));
    expect(next).toContain('external_customer_id=payer+%26+co');
    // The same filter by ID is the same list.
    const byId = next?.replace(/external_customer_id=[^&]*/, `customer_id=${customer.id}`);
    expect(await pageOf(acme.get(byId ?? ''))).toMatchObject({ items: { length: 2 }, total: 5 });
  });

  it('fees, in the order of the invoices and of each invoice', async () => {
    const organization = await app.anOrganization();
    const customer = await aCustomer(organization, { external_id: 'payer' });
    const amounts = [[1, 2, 3], [4], [5, 6]];
    for (const each of amounts) await anInvoice(organization, { amounts: each, customer_id: customer.id });
    await anInvoice(organization, { amounts: [7, 8] });
    const sorted = async (order: string): Promise<number[]> => {
      const { items } = await pageOf<Fee>(organization.get(`/v1/fees?order_by=created_at:${order}`));
      return items.map((it) => it.amount_cents);
    };
    expect(await sorted('asc')).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await sorted('desc')).toEqual([7, 8, 5, 6, 4, 1, 2, 3]);
    for (const [filter, count] of [
      ['', 8],
      ['external_customer_id=payer&', 6],
      ['type=one_off&', 8],
    ] as const)
      for (const order of ['asc', 'desc'])
        expect(await expectAll(`/v1/fees?${filter}order_by=created_at:${order}`, organization)).toBe(count);
    const { items: invoices } = await pageOf<Invoice>(organization.get('/v1/invoices'));
    const fees = invoices.flatMap(({ fees: own, ...invoice }) =>
      own.map((fee) => ({
        ...fee,
        invoice_id: invoice.id,
        invoice_number: invoice.number,
        invoice_status: invoice.status,
        customer_id: invoice.customer_id,
        subscription_id: invoice.subscription_id,
        currency: invoice.currency,
        issuing_date: invoice.issuing_date,
      })),
    );
    await organization.get('/v1/fees').expect(200, fees);
  });

  it('wallet transactions, in the order of their sequence and of their creation', async () => {
    const wallet = await aWallet(acme);
    for (let n = 1; n <= 5; n++)
      await acme.post(`/v1/wallets/${wallet.id}/top_up`, { credits: `${n}`, source: 'granted' }).expect(200);
    for (const order of ['sequence', 'sequence:desc', 'created_at', 'created_at:desc'])
      expect(await expectAll(`/v1/wallets/${wallet.id}/transactions?order_by=${order}`)).toBe(5);
  });

  it('the messages of an inbox', async () => {
    const organization = await app.anOrganization();
    const inbox = await anInbox(organization);
    for (let n = 0; n < 5; n++) await organization.post(`/v1/webhook_endpoints/${inbox.id}/test`).expect(200);
    await untilMessages(organization, inbox, 5);
    for (const order of ['received_at', 'received_at:desc'])
      expect(await expectAll(`${inboxPath(inbox)}?order_by=${order}`, organization)).toBe(5);
  });

  it('usage thresholds sorted by amount', async () => {
    const { planId } = await aMeteredSubscription(app, acme);
    for (const amount_cents of [300, 20, 1000])
      await acme.post(`/v1/plans/${planId}/usage_thresholds`, { amount_cents }).expect(201);
    for (const order of ['amount_cents', 'amount_cents:desc'])
      expect(await expectAll(`/v1/plans/${planId}/usage_thresholds?order_by=${order}`)).toBe(3);
  });

  describe('usage events', () => {
    let metered: Metered;

    beforeAll(async () => {
      metered = await aMeteredSubscription(app, acme);
      const sent = (of: Metered, count: number): Record<string, unknown>[] =>
        Array.from({ length: count }, () => usageEventOf({ external_id: of.externalId }));
      const events = [...sent(metered, 5), ...sent(await aMeteredSubscription(app, acme), 2)];
      await acme.post('/v1/events/batch', { events }).expect(201);
    });

    it('in both orders and with filters', async () => {
      const filters = [
        ['', 7],
        ['code=calls&', 7],
        [`external_customer_id=${metered.externalCustomerId}&`, 5],
        [`external_subscription_id=${metered.externalId}&charged=true&`, 5],
        ['from=2020-01-01T00:00:00%2B02:00&', 7],
      ] as const;
      for (const [filter, count] of filters)
        for (const order of ['asc', 'desc'])
          expect(await expectAll(`/v1/events?${filter}order_by=created_at:${order}`)).toBe(count);
    });

    it('of a customer who gets another subscription between two pages', async () => {
      const { externalCustomerId: external_id, customerId: id } = metered;
      const { next } = await pageOf(acme.get(`/v1/events?external_customer_id=${external_id}&limit=2`));
      await aMeteredSubscription(app, acme, { customer: { id, external_id } });
      expect(await pageOf(acme.get(next ?? ''))).toMatchObject({ items: { length: 2 }, total: 5 });
    });
  });

  it('deliveries in all orders and with all filters', async () => {
    const organization = await app.anOrganization();
    const receiver = await MisbehavingReceiver.start();
    try {
      const good = await anEndpoint(organization, receiver.url('ok'));
      await anEndpoint(organization, receiver.url('status/500'), { event_types: ['customer.created'] });
      const made = [];
      for (const n of [1, 2, 3]) made.push(await aCustomer(organization, { external_id: `d${n}` }));
      await organization.put(`/v1/customers/${made[0]?.id}`, { name: 'Updated' }).expect(200);
      await eventually(async () => {
        const { total } = await pageOf(organization.get(`${DELIVERIES}?status=pending`));
        return total === 0 ? true : null;
      });
      const filters = [
        ['', 7],
        ['status=succeeded&', 4],
        ['status=failed&', 3],
        ['webhook_type=customer.created&', 6],
        ['object_type=customer&', 7],
        [`object_id=${made[0]?.id}&`, 3],
        [`webhook_endpoint_id=${good.id}&status=succeeded&`, 4],
        ['created_after=2020-01-01T00:00:00Z&created_before=2090-01-01T00:00:00Z&', 7],
      ] as const;
      for (const [filter, count] of filters)
        for (const order of ['created_at', 'created_at:desc', 'updated_at', 'updated_at:desc'])
          expect(await expectAll(`${DELIVERIES}?${filter}order_by=${order}`, organization, 3)).toBe(count);
    } finally {
      await receiver.stop();
    }
  });
});
