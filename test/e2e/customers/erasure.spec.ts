import { auditEntries } from '../../support/audited-writes';
import { aCustomer, aPaymentByHand, aSubscription, anInvoice } from '../../support/builders';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { anEndpoint, deliveriesOf } from '../../support/webhooks';
import { bodyOf, problemOf, type CustomerBody } from '../../support/wire';

const PERSONAL = {
  name: 'Zoë Quell',
  email: 'zoe.quell@example.com',
  address_line1: 'Quellweg 7',
  zipcode: '3011',
  city: 'Quellstadt',
  country: 'CH',
  metadata: { nickname: 'Quelli' },
};
const TRACES = ['Quell', 'zoe.quell'];

interface InvoiceWithBuyer {
  id: string;
  buyer: { name: string | null; city: string | null } | null;
}

/** No worker: deliveries stay pending. */
describe('the erasure of a customer', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  const erase = (id: string) => organization.post(`/v1/customers/${id}/erase`);
  const invoiceOf = (id: string): Promise<InvoiceWithBuyer> => bodyOf(organization.get(`/v1/invoices/${id}`));
  const create = () => {
    const body = { external_id: 'zq', ...PERSONAL };
    return organization.post('/v1/customers', body).set('Idempotency-Key', 'create');
  };

  /** Returns the tables with a row that contains a trace. */
  const tablesWithTraces = async (): Promise<string[]> => {
    const tables = await app.database.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const matches = TRACES.map((it) => `t::text LIKE '%${it}%'`).join(' OR ');
      const [row] = await app.database.query<{ any: boolean }>(
        `SELECT EXISTS (SELECT 1 FROM ${name} AS t WHERE ${matches}) AS any`,
      );
      if (row?.any === true) found.push(name);
    }
    return found;
  };

  it('clears the customer, stored events and kept answers, and leaves the buyer on final invoices', async () => {
    await anEndpoint(organization, 'http://127.0.0.1:4/');
    const customer = await bodyOf<CustomerBody>(create(), 201);
    const invoice = await anInvoice(organization, { customer_id: customer.id });
    await aPaymentByHand(organization, { invoice_id: invoice.id }, invoice.amount_due_cents);
    await organization.get(`/v1/invoices/${invoice.id}/document`).expect(200);
    expect(await tablesWithTraces()).toEqual(
      expect.arrayContaining(['customers', 'invoices', 'outbox_events']),
    );

    const erased = await bodyOf<CustomerBody>(erase(customer.id));
    const cleared = { name: null, email: null, address_line1: null, city: null, country: null, metadata: {} };
    expect(erased).toMatchObject({ ...cleared, id: customer.id, external_id: 'zq' });
    expect(await bodyOf(organization.get(`/v1/customers/${customer.id}`))).toEqual(erased);
    expect((await tablesWithTraces()).sort()).toEqual(['document_files', 'documents', 'invoices']);
    expect((await invoiceOf(invoice.id)).buyer).toMatchObject({ name: PERSONAL.name, city: PERSONAL.city });
    expect(await bodyOf(create(), 201)).toMatchObject({ ...cleared, id: customer.id });
  });

  it('ends pending deliveries with the data as failed and erased, and tells receivers', async () => {
    await anEndpoint(organization, 'http://127.0.0.1:4/');
    const customer = await bodyOf<CustomerBody>(create(), 201);
    await erase(customer.id).expect(200);
    const [updated, created] = await deliveriesOf(organization, `?object_id=${customer.id}`);
    expect(created).toMatchObject({
      webhook_type: 'customer.created',
      status: 'failed',
      next_attempt_at: null,
    });
    expect(created?.error_message).toMatch(/^erased: /);
    expect(created?.payload.customer).toMatchObject({ id: customer.id, name: null, email: null });
    expect(updated).toMatchObject({ webhook_type: 'customer.updated', status: 'pending' });
    expect(updated?.payload).toMatchObject({
      changed: expect.arrayContaining(['name', 'email']) as string[],
    });
    const retry = organization.post(`/v1/webhook_endpoints/hooks/${created?.id}/retry`);
    expect((await problemOf(retry, 400, 'invalid_state')).detail).toContain('erased');
  });

  it('is idempotent, and each call has its entry in the audit log', async () => {
    const customer = await bodyOf<CustomerBody>(create(), 201);
    const erased = await bodyOf<CustomerBody>(erase(customer.id));
    expect(await bodyOf(erase(customer.id))).toEqual(erased);
    const entries = await auditEntries(organization, '?operation=eraseCustomer');
    const fields = ['address_line1', 'city', 'country', 'email', 'metadata', 'name', 'zipcode'];
    expect(entries.map((it) => it.changed_fields)).toEqual([[], fields]);
    const kinds = await app.database.query('SELECT kind FROM outbox_events WHERE object_id = $1', [
      customer.id,
    ]);
    expect(kinds).toHaveLength(2);
  });

  it('is refused with 400 while there are active subscriptions or unpaid invoices', async () => {
    const subscribed = await aCustomer(organization, PERSONAL);
    await aSubscription(organization, { customer_id: subscribed.id });
    const first = await problemOf(erase(subscribed.id), 400, 'invalid_state');
    expect(first.detail).toContain('it has open subscriptions');
    const owing = await aCustomer(organization);
    await anInvoice(organization, { customer_id: owing.id });
    const second = await problemOf(erase(owing.id), 400, 'invalid_state');
    expect(second.detail).toContain('unpaid invoices');
    expect(await bodyOf(organization.get(`/v1/customers/${subscribed.id}`))).toMatchObject(PERSONAL);
  });

  it('works for a deleted customer, and not for one of another organization', async () => {
    const customer = await aCustomer(organization, PERSONAL);
    await organization.delete(`/v1/customers/${customer.id}`).expect(204);
    await problemOf(
      (await app.anOrganization()).post(`/v1/customers/${customer.id}/erase`),
      404,
      'not_found',
    );
    await erase(customer.id).expect(200);
    await organization.get(`/v1/customers/${customer.id}`).expect(404);
    const [row] = await app.database.query('SELECT name FROM customers WHERE id = $1', [customer.id]);
    expect(row).toEqual({ name: null });
  });

  it('leaves the customer of before on invoices that had no buyer yet', async () => {
    const customer = await aCustomer(organization, PERSONAL);
    const invoice = await anInvoice(organization, { customer_id: customer.id });
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    await app.database.query('UPDATE invoices SET buyer = NULL');
    await erase(customer.id).expect(200);
    expect((await invoiceOf(invoice.id)).buyer).toMatchObject({ name: PERSONAL.name });
  });
});
