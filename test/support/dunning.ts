import { createHmac } from 'node:crypto';
import { newId } from '../../src/platform/domain/id';
import type { CampaignBody, PaymentRequestBody } from './dunning-wire';
import type { InvoiceBody } from './invoice-wire';
import type { TestApp, TestOrganization } from './test-app';
import { bodyOf, type CustomerBody } from './wire';

const DAY_MS = 86_400_000;

/** Creates a customer whose invoices are overdue on the day after they are issued. */
export function aPromptPayer(organization: TestOrganization, fields: object = {}): Promise<CustomerBody> {
  const body = { external_id: newId(), net_payment_term: 0, ...fields };
  return bodyOf(organization.post('/v1/customers', body), 201);
}

/** Creates a final one-off invoice of this amount. */
export function anInvoice(
  organization: TestOrganization,
  customer: { id: string },
  amountCents: number,
  currency = 'EUR',
): Promise<InvoiceBody> {
  const fees = [{ description: 'Work', units: '1', unit_amount_cents: amountCents }];
  const body = { customer_id: customer.id, currency, fees };
  return bodyOf(organization.post('/v1/invoices/one_off', body), 201);
}

/** Creates a dunning campaign: three attempts, a week apart, from EUR 50.00 on. */
export function aCampaign(organization: TestOrganization, fields: object = {}): Promise<CampaignBody> {
  const thresholds = [{ currency: 'EUR', amount_cents: 5000 }];
  const terms = { max_attempts: 3, days_between_attempts: 7, thresholds };
  return bodyOf(
    organization.post('/v1/dunning_campaigns', { code: newId(), name: 'Test', ...terms, ...fields }),
    201,
  );
}

/** Creates a payment request by hand. */
export function aRequest(
  organization: TestOrganization,
  customer: { id: string },
  ...invoices: { id: string }[]
): Promise<PaymentRequestBody> {
  const body = { customer_id: customer.id, invoice_ids: invoices.map((it) => it.id) };
  return bodyOf(organization.post('/v1/payment_requests', body), 201);
}

/** Returns the organization's payment requests, oldest first. */
export function requestsOf(organization: TestOrganization): Promise<PaymentRequestBody[]> {
  return bodyOf(organization.get('/v1/payment_requests?order_by=created_at'));
}

export function requestOf(organization: TestOrganization, id: string): Promise<PaymentRequestBody> {
  return bodyOf(organization.get(`/v1/payment_requests/${id}`));
}

/** Moves the test clock by days. Returns the kinds of the organization's events meanwhile, in order. */
export async function daysPass(organization: TestOrganization, days: number): Promise<string[]> {
  const { now } = await bodyOf<{ now: string }>(organization.get('/v1/test_clock'));
  const to = new Date(Date.parse(now) + days * DAY_MS).toISOString();
  const moved = await bodyOf<{ events: { webhook_type: string }[] }>(
    organization.put('/v1/test_clock', { now: to }),
  );
  return moved.events.map((it) => it.webhook_type);
}

/** Returns the bodies of all events about an object, oldest first. */
export async function eventBodiesOf(
  app: TestApp,
  objectId: string,
): Promise<{ webhook_type: string; payment_request: PaymentRequestBody & { final?: boolean } }[]> {
  const rows = await app.database.query<{ payload: string }>(
    'SELECT payload FROM outbox_events WHERE object_id = $1 ORDER BY sequence',
    [objectId],
  );
  return rows.map((it) => JSON.parse(it.payload) as never);
}

/** The fields of a payment that these tests need. */
export interface AttemptPaymentBody {
  id: string;
  payment_request_id: string | null;
  amount_cents: number;
  provider: string;
  status: string;
  created_at: string;
}

/** Returns the payments of a payment request, oldest first. */
export function paymentsOf(organization: TestOrganization, requestId: string): Promise<AttemptPaymentBody[]> {
  return bodyOf(organization.get(`/v1/payments?payment_request_id=${requestId}&order_by=created_at`));
}

/** Records money received by hand; the target names the invoice or the payment request. */
export function aPaymentByHand(
  organization: TestOrganization,
  requestId: string,
  amountCents: number,
): Promise<AttemptPaymentBody> {
  const body = { payment_request_id: requestId, amount_cents: amountCents, reference: 'Transfer' };
  return bodyOf(organization.post('/v1/payments/record', body), 201);
}

const SECRET = 'reports-of-the-bank';

/** Reports the result of a payment, as the `manual` provider. */
export async function report(
  organization: TestOrganization,
  payment: { id: string; amount_cents: number },
  status: 'succeeded' | 'failed',
): Promise<void> {
  await organization.put('/v1/payment_providers/manual', { webhook_secret: SECRET }).expect(200);
  const money = { amount: payment.amount_cents, currency: 'EUR' };
  const about = { event_id: newId(), event_type: `payment.${status}`, payment_id: payment.id, status };
  const body = { ...about, ...money };
  const signature = createHmac('sha256', SECRET).update(JSON.stringify(body)).digest('hex');
  const answer = await organization
    .post('/v1/payments/webhook/manual', body)
    .set('Webhook-Signature', signature)
    .expect(200);
  expect(answer.body).toMatchObject({ status: 'processed' });
}
