import type { QueryRunner } from 'typeorm';
import { EventsOfCustomersBackfill1764441120000 } from '../../../src/migrations/1764441120000-events-of-customers-backfill';
import { aCustomer } from '../../support/bills';
import { anInvoice } from '../../support/credit-notes';
import { organizationWithKey } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf, type CustomerBody } from '../../support/wire';

interface TimelineEventBody {
  id: string;
  webhook_type: string;
  object_id: string;
  payload: { webhook_type: string; object_id: string };
}

describe('the timeline of a customer', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let customer: CustomerBody;

  beforeEach(async () => {
    await organization.post('/v1/webhook_endpoints', { url: 'inbox' }).expect(201);
    customer = await aCustomer(organization);
    const other = await aCustomer(organization, { external_id: 'other' });
    await anInvoice(organization, other, [100]);
    const wallet = { customer_id: customer.id, currency: 'EUR', rate_amount: '1', granted_credits: '5' };
    await organization.post('/v1/wallets', wallet).expect(201);
    await anInvoice(organization, customer, [1000]);
  });

  const kinds = (events: { webhook_type: string }[]): string[] => events.map((it) => it.webhook_type);
  const KINDS = [
    'wallet.transaction.created',
    'invoice.finalized',
    'invoice.created',
    'wallet.transaction.created',
    'wallet.created',
    'customer.created',
  ];

  it('has the events of the customer and of what belongs to it, the newest first', async () => {
    const list = await listOf<TimelineEventBody>(organization.get(`/v1/customers/${customer.id}/timeline`));
    expect(kinds(list.items)).toEqual(KINDS);
    expect(list.total).toBe(KINDS.length);
    for (const event of list.items) {
      const { webhook_type, object_id } = event;
      expect(event.payload).toMatchObject({ webhook_type, object_id });
    }
  });

  it('is read page by page with cursors', async () => {
    const path = `/v1/customers/${customer.id}/timeline`;
    const first = await organization.get(`${path}?limit=4`).expect(200);
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.get('Link') ?? '') ?? [];
    const rest = await bodyOf<TimelineEventBody[]>(organization.get(next));
    expect([...kinds(first.body as TimelineEventBody[]), ...kinds(rest)]).toEqual(KINDS);
  });

  it('of an unknown customer is 404', async () => {
    const stranger = await app.anOrganization();
    await problemOf(stranger.get(`/v1/customers/${customer.id}/timeline`), 404, 'not_found');
  });

  it('of a deleted customer remains', async () => {
    const deleted = await aCustomer(organization);
    await organization.delete(`/v1/customers/${deleted.id}`).expect(204);
    const { items } = await listOf<TimelineEventBody>(
      organization.get(`/v1/customers/${deleted.id}/timeline`),
    );
    expect(kinds(items)).toEqual(['customer.created']);
  });

  it('needs a scope of its own, because it shows documents', async () => {
    const body = { name: 'Reader', scopes: ['customers:read'] };
    const created = await bodyOf<{ id: string; raw_key: string }>(
      organization.post('/v1/organizations/current/api_keys', body),
      201,
    );
    const reader = organizationWithKey(app.request, organization.id, created);
    const path = `/v1/customers/${customer.id}/timeline`;
    await problemOf(reader.get(path), 403, 'insufficient_scope');
  });

  it('has events from before the upgrade', async () => {
    const path = `/v1/customers/${customer.id}/timeline`;
    await app.database.query('UPDATE outbox_events SET customer_id = NULL');
    expect((await listOf(organization.get(path))).items).toEqual([]);
    await new EventsOfCustomersBackfill1764441120000().up(app.database as unknown as QueryRunner);
    expect(kinds((await listOf<TimelineEventBody>(organization.get(path))).items)).toEqual(KINDS);
  });

  it('has the deliveries that the filter by the external id of the customer finds', async () => {
    const path = '/v1/webhook_endpoints/hooks/list?external_customer_id=';
    const { items, total } = await listOf<TimelineEventBody>(
      organization.get(`${path}${customer.external_id}`),
    );
    expect({ kinds: kinds(items), total }).toEqual({ kinds: KINDS, total: KINDS.length });
    expect((await listOf(organization.get(`${path}nobody`))).total).toBe(0);
  });

  it('has the deliveries that the filter by customer finds', async () => {
    const path = `/v1/webhook_endpoints/hooks/list?customer_id=${customer.id}`;
    const list = await listOf<TimelineEventBody>(organization.get(path));
    expect(kinds(list.items)).toEqual(KINDS);
    expect(list.total).toBe(KINDS.length);
    const pending = await listOf<TimelineEventBody>(organization.get(`${path}&status=pending`));
    expect(pending.total).toBe(KINDS.length);
    const failed = await listOf<TimelineEventBody>(organization.get(`${path}&status=failed`));
    expect(failed.total).toBe(0);
  });
});
