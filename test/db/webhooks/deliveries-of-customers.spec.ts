import { DataSource } from 'typeorm';
import { CustomersOfDeliveries1764780100000 } from '../../../src/migrations/1764780100000-customers-of-deliveries';
import { countDeliveries } from '../../../src/modules/webhooks/delivery-count.query';
import { deliveriesOf as deliveriesQuery } from '../../../src/modules/webhooks/delivery-list.query';
import { ListWebhooksDto, toWebhookFilters } from '../../../src/modules/webhooks/webhook.dto';
import {
  aCharge,
  aCreditNote,
  aCustomer,
  aMetric,
  anAppliedCoupon,
  anEndpoint,
  anInvoice,
  aPaymentByHand,
  aPaymentRequest,
  aPlan,
  aSubscription,
  aThreshold,
  aUsageEvent,
  aWallet,
} from '../../support/builders';
import { eventually } from '../../support/eventually';
import { planOf } from '../../support/query-plan';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { deliveriesOf } from '../../support/webhooks';
import { bodyOf, listOf, type CustomerBody, type WebhookBody } from '../../support/wire';

const LIST = '/v1/webhook_endpoints/hooks/list';
const ENDPOINT_KIND = 'webhook_endpoint.test';

describe('the customer of a delivery', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  let payer: CustomerBody;
  let other: CustomerBody;

  /** The payer causes events of every object type, the other customer one event, and the endpoint another. */
  beforeAll(async () => {
    const endpoint = await anEndpoint(organization);
    [payer, other] = [await aCustomer(organization), await aCustomer(organization, { external_id: 'other' })];
    const metric = await aMetric(organization, { code: 'calls' });
    const plan = await aPlan(organization, { amount_cents: 0, charges: [aCharge(metric)] });
    const of = { customer_id: payer.id };
    const subscription = await aSubscription(organization, { ...of, plan_id: plan.id });
    await aThreshold(organization, { subscription }, { amount_cents: 1 });
    await aUsageEvent(organization, subscription, { code: 'calls', properties: { value: 100 } });
    const [paid, credited, requested] = [
      await anInvoice(organization, of),
      await anInvoice(organization, of),
      await anInvoice(organization, of),
    ];
    await aPaymentByHand(organization, { invoice_id: paid.id }, 100);
    await aCreditNote(organization, credited);
    await aPaymentRequest(organization, payer, requested);
    await aWallet(organization, { ...of, granted_credits: '5' });
    await anAppliedCoupon(organization, payer);
    for (const body of [{}, { webhook_type: 'invoice.paid' }])
      await bodyOf(organization.post(`/v1/webhook_endpoints/${endpoint.id}/test`, body));
    const crossed = '?webhook_type=usage_threshold.crossed';
    await eventually(async () => (await deliveriesOf(organization, crossed)).at(0));
  });

  const find = (query: string) => listOf<WebhookBody>(organization.get(`${LIST}?limit=1000&${query}`));
  const stored = () =>
    app.database.query<{ id: string; customer_id: string | null }>(
      'SELECT id, customer_id FROM webhook_deliveries WHERE organization_id = $1 ORDER BY id',
      [organization.id],
    );

  it('is known for every kind of event, except for events about endpoints and samples', async () => {
    const all = (await find('')).items;
    const ofPayer = (await find(`customer_id=${payer.id}`)).items;
    const rest = all.filter((it) => !ofPayer.some(({ id }) => id === it.id));
    expect(rest.map((it) => [it.webhook_type, it.customer_id]).sort()).toEqual([
      ['customer.created', other.id],
      ['invoice.paid', null],
      [ENDPOINT_KIND, null],
    ]);
    for (const it of ofPayer) expect(it.customer_id).toBe(payer.id);
    expect([...new Set(ofPayer.map((it) => it.object_type))].sort()).toEqual([
      'applied_coupon',
      'credit_note',
      'customer',
      'invoice',
      'payment',
      'payment_request',
      'subscription',
      'usage_threshold',
      'wallet',
      'wallet_transaction',
    ]);
  });

  it('filters lists and counts, by ID and external ID, together with other filters', async () => {
    const all = (await find('')).items;
    for (const status of ['succeeded', 'failed', 'pending']) {
      const found = await find(`external_customer_id=other&status=${status}`);
      expect(found.total).toBe(found.items.length);
      expect(found.items.every((it) => it.customer_id === other.id && it.status === status)).toBe(true);
    }
    const ofInvoices = all.filter((it) => it.customer_id === payer.id && it.object_type === 'invoice');
    const after = all.at(-1)?.created_at ?? '';
    const query = `customer_id=${payer.id}&object_type=invoice&created_after=${after}&order_by=updated_at:asc`;
    const found = await find(query);
    expect(found.items.map((it) => it.id).sort()).toEqual(ofInvoices.map((it) => it.id).sort());
    expect(found.total).toBe(ofInvoices.length);
    expect(await find('customer_id=0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a')).toEqual({ items: [], total: 0 });
  });

  it('is served by its index: a page is read in its order, and the count reads nothing else', async () => {
    const query = Object.assign(new ListWebhooksDto(), { customer_id: other.id });
    const section = { direction: 'DESC', from: null, skip: 0, limit: 21 } as const;
    const { id } = organization;
    const filters = toWebhookFilters(query);
    for (const { text, values } of [
      deliveriesQuery(id, filters, 'created_at', section),
      deliveriesQuery(id, { ...filters, status: 'succeeded' }, 'created_at', section),
      countDeliveries(id, filters),
    ]) {
      const literal = text.replaceAll(/\$(\d+)/g, (_, n) => `'${String(values[Number(n) - 1])}'`);
      const plan = await planOf(app, literal, ['enable_seqscan = off', 'enable_sort = off']);
      expect(plan).toContain('using webhook_deliveries_of_customer on webhook_deliveries');
      expect(plan).not.toContain('Sort');
    }
  });

  it('is filled by the migration, which can be repeated, and for processes of the previous release', async () => {
    const before = await stored();
    await app.database.query('UPDATE webhook_deliveries SET customer_id = NULL WHERE organization_id = $1', [
      organization.id,
    ]);
    const runner = app.app.get(DataSource).createQueryRunner();
    try {
      await new CustomersOfDeliveries1764780100000().up(runner);
      await new CustomersOfDeliveries1764780100000().up(runner);
    } finally {
      await runner.release();
    }
    expect(await stored()).toEqual(before);
    const inserted = await app.database.query<{ customer_id: string | null; before: string | null }>(
      `WITH copy AS (
         INSERT INTO webhook_deliveries (organization_id, id, webhook_endpoint_id, event_id, webhook_type, object_type,
                                         object_id, max_retries, created_at)
         SELECT organization_id, gen_random_uuid(), webhook_endpoint_id, event_id, webhook_type, object_type, object_id,
                max_retries, created_at FROM webhook_deliveries WHERE organization_id = $1
         RETURNING event_id, customer_id)
       SELECT copy.customer_id, delivery.customer_id AS before
         FROM copy JOIN webhook_deliveries AS delivery USING (event_id) WHERE organization_id = $1`,
      [organization.id],
    );
    expect(inserted).toHaveLength(before.length);
    for (const it of inserted) expect(it.customer_id).toBe(it.before);
  });
});
