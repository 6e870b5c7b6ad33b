import {
  aCampaign,
  aCreditNote,
  aCustomer,
  anInvoice,
  aPaymentByHand,
  aPaymentRequest,
  aWallet,
} from './builders';
import { addCollectedRows } from './collected-rows';
import { connect, deliver, pathOfUrl, SECRET, stripeEvent } from './payments';
import { signStripe } from './provider-messages';
import type { TestApp, TestOrganization } from './test-app';
import { bodyOf, listOf, type UsageEventBody } from './wire';

/** Fills the lists of the API description that its examples leave empty. */
export async function fillLists(
  app: TestApp,
  organization: TestOrganization,
  adminToken: string,
): Promise<void> {
  const customer = await aCustomer(organization);
  const invoice = await anInvoice(organization, { customer_id: customer.id });
  await aPaymentByHand(organization, { invoice_id: invoice.id }, 1);
  await addCollectedRows(app.database, organization, { invoiceId: invoice.id, customerId: customer.id });
  await aCreditNote(organization, invoice, { amounts: [1] });
  const wallet = await aWallet(organization, { granted_credits: '10' });
  const sale = { credits: '1', source: 'paid', collect: true };
  await organization.post(`/v1/wallets/${wallet.id}/top_up`, sale).expect(200);
  await aCampaign(organization);
  await aPaymentRequest(organization, customer, invoice);
  const [coupon] = (await listOf<{ code: string }>(organization.get('/v1/coupons'))).items;
  await bodyOf(organization.post(`/v1/customers/${customer.id}/coupons`, { coupon_code: coupon?.code }), 201);
  const path = pathOfUrl(await connect(organization, 'stripe', SECRET));
  await deliver(app, path, signStripe(stripeEvent('payout.paid', {}), SECRET)).expect(200);
  const suspended = `/v1/admin/organizations/${(await app.anOrganization()).id}`;
  await app.request
    .post(`${suspended}/suspend`)
    .auth(adminToken, { type: 'bearer' })
    .send({ reason: 'Spam' })
    .expect(200);
  await bodyOf(organization.post('/v1/webhook_endpoints', { url: 'inbox', description: 'Inbox' }), 201);
  await aCustomer(organization);
  await app.database.query(RECEIVE_ALL, [organization.id]);
  for (const owners of ['plans', 'subscriptions']) {
    const [owner] = (await listOf<{ id: string }>(organization.get(`/v1/${owners}`))).items;
    const thresholds = `/v1/${owners}/${owner?.id}/usage_thresholds`;
    await bodyOf(organization.post(thresholds, { amount_cents: 7 }), 201);
  }
  // The service has no mail server to send it to.
  await organization.post(`/v1/invoices/${invoice.id}/send`, { to: 'zoe@example.com' }).expect(201);
}

/** What a worker would do with the deliveries of inboxes. */
const RECEIVE_ALL = `
  WITH inbox AS (
    INSERT INTO webhook_inboxes SELECT organization_id, id, 1 FROM webhook_endpoints
     WHERE organization_id = $1 AND url = 'inbox' RETURNING *)
  INSERT INTO webhook_inbox_requests
  SELECT $1, gen_random_uuid(), webhook_endpoint_id, 1, delivery.id, '{}', now()
    FROM inbox JOIN webhook_deliveries AS delivery USING (organization_id, webhook_endpoint_id) LIMIT 1`;

/** Adds a row to lists whose rows cannot be copied alone. */
export const INSERTS: Record<string, (on: TestOrganization, path: string, nth: number) => Promise<unknown>> =
  {
    '^/v1/events$': async (on, path, nth) => {
      const [event] = (await listOf<UsageEventBody>(on.get(path))).items;
      const { code, external_subscription_id, properties } = event ?? {};
      const body = { transaction_id: `copy-${nth}`, code, external_subscription_id, properties };
      return on.post(path, body).expect(201);
    },
    '^/v1/wallets/.*/top_ups$': (on, path) =>
      on.post(path.replace('top_ups', 'top_up'), { credits: '1', source: 'paid', collect: true }).expect(200),
    '^/v1/wallets/.*/transactions$': (on, path) =>
      on.post(path.replace('transactions', 'top_up'), { credits: '1', source: 'granted' }).expect(200),
    '^/v1/webhook_endpoints/hooks/list$': (on) => aCustomer(on),
  };
