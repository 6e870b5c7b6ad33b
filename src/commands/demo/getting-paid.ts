import { createHmac, randomBytes } from 'node:crypto';
import type { Invoice, Payment, ProviderConnection, Wallet } from '@billing-service/sdk';
import { showInvoice, type BilledUsage } from './billing';
import { short } from './narrator';
import type { Stage } from './stage';

const WALLET_CENTS = 3000;

/** Pays the invoice through a signed Stripe notification, and part of the next one from a wallet. */
export async function getPaid(stage: Stage, billed: BilledUsage): Promise<void> {
  await payThroughStripe(stage, billed);
  await useWallet(stage, billed);
}

async function payThroughStripe(stage: Stage, { invoice, endpoint, path }: BilledUsage): Promise<void> {
  const { api, narrator } = stage;
  stage.step('A signed Stripe notification pays the invoice');
  const secret = `whsec_${randomBytes(24).toString('base64url')}`;
  const connection = await api.expect<ProviderConnection>(200, 'PUT', '/v1/payment_providers/stripe', {
    webhook_secret: secret,
  });
  const intent = `pi_${randomBytes(8).toString('hex')}`;
  const payment = await api.expect<Payment>(201, 'POST', '/v1/payments', {
    invoice_id: invoice.id,
    provider: 'stripe',
    provider_payment_id: intent,
  });
  narrator.verify(
    'POST /v1/payments registers the payment that Stripe will report',
    [payment.status, payment.amount_cents],
    ['pending', invoice.amount_due_cents],
  );
  const notification = stripeNotification(intent, payment.id, invoice, await stage.serviceTime());
  const forged = await notify(connection.webhook_url, notification, `${secret}x`, await stage.serviceTime());
  narrator.verify('a notification with an invalid signature is refused with 401', forged, 401);
  const accepted = await notify(connection.webhook_url, notification, secret, await stage.serviceTime());
  const again = await notify(connection.webhook_url, notification, secret, await stage.serviceTime());
  narrator.verify(
    'the signed notification is accepted, even if it is sent twice',
    [accepted, again],
    [200, 200],
  );
  const webhook = await stage.arrival(path, 1, 'invoice.paid');
  await stage.verifySignatures(endpoint.secret, webhook);
  const paid = await api.expect<Invoice>(200, 'GET', `/v1/invoices/${invoice.id}`);
  narrator.verify('the invoice is paid', [paid.status, paid.amount_due_cents], ['paid', 0]);
  narrator.show({
    payment: `${short(payment.id)}  ${intent}`,
    invoice: `${paid.number ?? ''}  ${paid.status}`,
  });
}

async function useWallet(stage: Stage, billed: BilledUsage): Promise<void> {
  const { api, narrator } = stage;
  const { customer, endpoint, path } = billed;
  stage.step('A wallet with 30.00 EUR pays part of the next invoice');
  const wallet = await api.expect<Wallet>(201, 'POST', '/v1/wallets', {
    customer_id: customer.id,
    name: 'Prepaid credits',
    currency: 'EUR',
    rate_amount: '1',
    granted_credits: '30',
  });
  narrator.verify('the wallet balance is 30.00 EUR', wallet.balance_cents, WALLET_CENTS);
  await makeNextInvoice(stage, billed);
  const webhook = await stage.arrival(path, 2, 'invoice.finalized');
  await stage.verifySignatures(endpoint.secret, webhook);
  const { object_id: id } = JSON.parse(webhook.body.toString()) as { object_id: string };
  const invoice = await api.expect<Invoice>(200, 'GET', `/v1/invoices/${id}`);
  showInvoice(stage, invoice);
  const { balance_cents: rest } = await api.expect<Wallet>(200, 'GET', `/v1/wallets/${wallet.id}`);
  narrator.verify(
    'the wallet paid 30.00 EUR of 58.80 EUR and is empty',
    [invoice.prepaid_credit_amount_cents, invoice.amount_due_cents, rest],
    [WALLET_CENTS, 2880, 0],
  );
}

/**
 * Creates the next invoice (EUR 49.00 plus 20 % VAT): for the next period or, without a test clock, as a one-off
 * invoice.
 */
async function makeNextInvoice(stage: Stage, { customer, subscription }: BilledUsage): Promise<void> {
  const { api } = stage;
  if ((await stage.testClock()) === null) {
    await api.expect(200, 'PUT', `/v1/customers/${customer.id}`, { tax_codes: ['vat_20'] });
    const fees = [{ description: 'Another month', units: '1', unit_amount_cents: 4900 }];
    await api.expect(201, 'POST', '/v1/invoices/one_off', {
      customer_id: customer.id,
      currency: 'EUR',
      fees,
    });
    return;
  }
  const current = await api.expect<typeof subscription>(200, 'GET', `/v1/subscriptions/${subscription.id}`);
  await api.expect(200, 'PUT', '/v1/test_clock', { now: current.current_period?.to });
}

/** Returns the body of `payment_intent.succeeded` with the fields that the service reads. */
function stripeNotification(intent: string, paymentId: string, invoice: Invoice, now: Date): string {
  return JSON.stringify({
    id: `evt_${randomBytes(8).toString('hex')}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(now.getTime() / 1000),
    data: {
      object: {
        id: intent,
        object: 'payment_intent',
        amount_received: invoice.amount_due_cents,
        currency: invoice.currency.toLowerCase(),
        metadata: { payment_id: paymentId },
      },
    },
  });
}

/** Sends a notification as Stripe does: without a key, and signed over time and body. Returns the status. */
async function notify(url: string, body: string, secret: string, now: Date): Promise<number> {
  const time = Math.floor(now.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': `t=${time},v1=${signature}` };
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(15_000) });
  await response.arrayBuffer();
  return response.status;
}
