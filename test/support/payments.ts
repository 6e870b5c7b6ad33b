import { randomUUID } from 'node:crypto';
import type supertest from 'supertest';
import type { InvoiceBody } from './invoice-wire';
import { signStripe, type SignedMessage } from './provider-messages';
import type { TestApp, TestOrganization } from './test-app';
import { bodyOf, listOf } from './wire';

export interface PaymentBody {
  id: string;
  invoice_id: string | null;
  payment_request_id: string | null;
  target_kind: string | null;
  target_id: string | null;
  customer_id: string;
  amount_cents: number;
  currency: string;
  provider: string;
  provider_payment_id: string | null;
  provider_checkout_id: string | null;
  status: string;
  refunded_amount_cents: number;
  reversed_amount_cents: number;
  failure_reason: string | null;
  reference: string | null;
  metadata: Record<string, string>;
  completed_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface ConnectionBody {
  id: string;
  provider: string;
  webhook_url: string;
  provider_account_id: string | null;
  previous_secret_expires_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface NotificationBody {
  id: string;
  provider: string;
  event_id: string;
  event_type: string | null;
  occurred_at: string | null;
  status: string;
  reason: string | null;
  effect: string | null;
  needs_review: boolean;
  payment_id: string | null;
  created_at: string;
  updated_at: string;
}

export interface WebhookAnswer {
  status: string;
  event_type: string | null;
  reason?: string;
}

export function invoiceOf(organization: TestOrganization, id: string): Promise<InvoiceBody> {
  return bodyOf(organization.get(`/v1/invoices/${id}`));
}

export function paymentOf(organization: TestOrganization, id: string): Promise<PaymentBody> {
  return bodyOf(organization.get(`/v1/payments/${id}`));
}

export function connect(
  organization: TestOrganization,
  provider: string,
  secret: string,
  fields: object = {},
): Promise<ConnectionBody> {
  const body = { webhook_secret: secret, ...fields };
  return bodyOf(organization.put(`/v1/payment_providers/${provider}`, body));
}

/** Returns the path and query of a connection's webhook URL. */
export function pathOfUrl({ webhook_url: url }: ConnectionBody): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Sends a request as a provider does: without an API key. */
export function deliver(app: TestApp, path: string, { body, headers }: SignedMessage): supertest.Test {
  return app.request.post(path).set('Content-Type', 'application/json').set(headers).send(body);
}

/** Returns the notifications of a provider, newest first. */
export async function notificationsOf(
  organization: TestOrganization,
  provider: string,
  query = '',
): Promise<NotificationBody[]> {
  const path = `/v1/payment_providers/${provider}/notifications${query}`;
  return (await listOf<NotificationBody>(organization.get(path))).items;
}

/** Returns a Stripe event about one object. */
export function stripeEvent(type: string, object: object, fields: object = {}): string {
  const created = Math.floor(Date.now() / 1000);
  return JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    created,
    data: { object },
    ...fields,
  });
}

/** Returns a signed `payment_intent.succeeded` of one of our payments. */
export function stripeSuccess(
  secret: string,
  payment: { id: string; amount_cents: number; currency: string },
  fields: object = {},
): SignedMessage {
  const intent = {
    id: `pi_${payment.id}`,
    object: 'payment_intent',
    amount: payment.amount_cents,
    amount_received: payment.amount_cents,
    currency: payment.currency.toLowerCase(),
    metadata: { payment_id: payment.id },
    last_payment_error: null,
    ...fields,
  };
  return signStripe(stripeEvent('payment_intent.succeeded', intent), secret);
}

/** Returns the kinds of all events of an organization, in the order of emission. */
export async function eventKindsOf(app: TestApp, organization: TestOrganization): Promise<string[]> {
  const rows = await app.database.query<{ kind: string }>(
    'SELECT kind FROM outbox_events WHERE organization_id = $1 ORDER BY id',
    [organization.id],
  );
  return rows.map((it) => it.kind);
}
