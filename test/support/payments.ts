import { randomUUID } from 'node:crypto';
import type supertest from 'supertest';
import { DueWork } from '../../src/platform/jobs/due-work';
import { signStripe, type SignedMessage } from './provider-messages';
import type { TestApp, TestOrganization } from './test-app';
import {
  bodyOf,
  listOf,
  type ConnectionBody,
  type InvoiceBody,
  type NotificationBody,
  type PaymentBody,
} from './wire';

export const SECRET = 'a secret of the provider';

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

/** Connects the organization to providers before each test. Returns the path of each webhook URL. */
export function useWebhookPaths<Provider extends string>(
  organization: TestOrganization,
  secrets: Record<Provider, string>,
): Readonly<Record<Provider, string>> {
  const paths = {} as Record<Provider, string>;
  beforeEach(async () => {
    for (const provider of Object.keys(secrets) as Provider[]) {
      paths[provider] = pathOfUrl(await connect(organization, provider, secrets[provider]));
    }
  });
  return paths;
}

/** Returns path and query of a connection's webhook URL. */
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

/** Processes the notifications that are stored and not processed yet. */
export async function processStoredNotifications({ app }: TestApp): Promise<void> {
  const source = app
    .get(DueWork, { strict: false })
    .sources.find((it) => it.name === 'received-notifications');
  if (source === undefined) throw new Error('There is no due queue named received-notifications');
  await source.runDue();
}
