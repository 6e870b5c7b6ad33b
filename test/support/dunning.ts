import { createHmac } from 'node:crypto';
import { newId } from '../../src/platform/domain/id';
import { aCustomer } from './builders';
import type { PaymentBody } from './payments';
import type { PaymentRequestBody } from './dunning-wire';
import type { TestApp, TestOrganization } from './test-app';
import { bodyOf, type CustomerBody } from './wire';

const DAY_MS = 86_400_000;

/** Creates a customer whose invoices are overdue on the day after they are issued. */
export function aPromptPayer(organization: TestOrganization, fields: object = {}): Promise<CustomerBody> {
  return aCustomer(organization, { net_payment_term: 0, ...fields });
}

/** Returns the organization's payment requests, oldest first. */
export function requestsOf(organization: TestOrganization): Promise<PaymentRequestBody[]> {
  return bodyOf(organization.get('/v1/payment_requests?order_by=created_at'));
}

export function requestOf(organization: TestOrganization, id: string): Promise<PaymentRequestBody> {
  return bodyOf(organization.get(`/v1/payment_requests/${id}`));
}

/** The effect of a move of the test clock. */
interface Move {
  events: { webhook_type: string }[];
  passed_over: { object_type: string; object_id: string; code: string }[];
}

/** Moves the test clock by days. */
export async function moveClock(organization: TestOrganization, days: number): Promise<Move> {
  const { now } = await bodyOf<{ now: string }>(organization.get('/v1/test_clock'));
  const to = new Date(Date.parse(now) + days * DAY_MS).toISOString();
  return bodyOf(organization.put('/v1/test_clock', { now: to }));
}

/** Moves the test clock by days. Returns the kinds of the events that the move emits, in order. */
export async function daysPass(organization: TestOrganization, days: number): Promise<string[]> {
  return (await moveClock(organization, days)).events.map((it) => it.webhook_type);
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

/** Returns the payments of a payment request, oldest first. */
export function paymentsOf(organization: TestOrganization, requestId: string): Promise<PaymentBody[]> {
  return bodyOf(organization.get(`/v1/payments?payment_request_id=${requestId}&order_by=created_at`));
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
