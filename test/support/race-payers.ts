import { ApiClient, type ApiAnswer } from './api-client';
import { eventually } from './eventually';
import type { RaceProvider } from './race-providers';
import type { SandboxControl } from './use-sandbox';

export const RACE_SECRET = 'whsec_c2FuZGJveC1zZWNyZXQtMTIzNDU2Nzg5MA==';
export const RACE_PAGES = {
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
};

/** A customer with a saved method, in an organization that is connected to an account of its own. */
export interface Payer {
  readonly provider: RaceProvider;
  readonly account: string;
  readonly client: ApiClient;
  readonly customerId: string;
  readonly walletId: string;
  /** Whether its invoices are charged as soon as they are final. */
  readonly isAutomatic: boolean;
  /** Where any other gateway notifies of registered payments. */
  readonly manualUrl: string;
}

/** Returns the body of an answer. @throws when it is not one of success */
export async function done<T>(answer: Promise<ApiAnswer>): Promise<T> {
  const { status, body } = await answer;
  if (status === 0 || status >= 300)
    throw new Error(`The service answered ${status}: ${JSON.stringify(body)}`);
  return body as T;
}

/** @param isAutomatic whether the invoices are charged as soon as they are final */
export async function aPayer(
  control: SandboxControl,
  baseUrl: string,
  provider: RaceProvider,
  isAutomatic: boolean,
): Promise<Payer> {
  const { name, currency } = provider;
  const client = await ApiClient.signUp(baseUrl);
  const credentials = provider.credentials(isAutomatic ? 'automatic' : 'manual');
  const account = credentials[provider.accountKey] ?? '';
  const body = { webhook_secret: RACE_SECRET, credentials, environment: 'test' };
  const connection = await done<Connection>(client.request('PUT', `/v1/payment_providers/${name}`, body));
  const url = notifiedAt(client, connection);
  await control.call('PUT', '/endpoints', { provider: name, account, url, secret: RACE_SECRET });
  const fields = { external_id: 'payer', name: 'Payer', email: 'payer@shop.example', currency };
  const { id: customerId } = await done<{ id: string }>(client.request('POST', '/v1/customers', fields));
  const wallet = { customer_id: customerId, currency, rate_amount: '1' };
  const { id: walletId } = await done<{ id: string }>(client.request('POST', '/v1/wallets', wallet));
  const manual = await done<Connection>(
    client.request('PUT', '/v1/payment_providers/manual', { webhook_secret: RACE_SECRET }),
  );
  const manualUrl = notifiedAt(client, manual);
  const payer = { provider, account, client, customerId, walletId, isAutomatic, manualUrl };
  await saveMethod(control, payer);
  await setTerms(payer, isAutomatic);
  return payer;
}

interface Connection {
  readonly webhook_url: string;
}

function notifiedAt({ baseUrl }: ApiClient, { webhook_url: url }: Connection): string {
  const { pathname, search } = new URL(url);
  return baseUrl + pathname + search;
}

/** Whoever is not charged automatically is dunned. */
async function setTerms({ client, provider }: Payer, isAutomatic: boolean): Promise<void> {
  if (isAutomatic) {
    const settings = { collection_method: 'automatic', charge_at: 'issue' };
    await done(client.request('PUT', '/v1/collection_settings', settings));
    return;
  }
  const thresholds = [{ currency: provider.currency, amount_cents: 0 }];
  const campaign = { code: 'races', name: 'Races', max_attempts: 10, days_between_attempts: 1, thresholds };
  await done(client.request('POST', '/v1/dunning_campaigns', { ...campaign, applied_to_organization: true }));
}

async function saveMethod(control: SandboxControl, payer: Payer): Promise<void> {
  const { provider, client, customerId } = payer;
  const path = `/v1/customers/${customerId}`;
  if (provider.hasSetup) {
    const setup = await done<{ url: string }>(
      client.request('POST', `${path}/payment_methods/setup`, RACE_PAGES),
    );
    await control.pay(setup.url);
  } else {
    const adopted = { provider_customer_id: await payOnce(control, payer) };
    await done(client.request('PUT', `${path}/payment_providers/${provider.name}`, adopted));
  }
  await eventually(async () => {
    const { body: methods } = await client.request('GET', `${path}/payment_methods`);
    return (methods as object[]).length > 0 ? true : null;
  }, 60_000);
}

/** Pays outside of the service, which saves a method. Returns the provider's customer. */
async function payOnce(control: SandboxControl, { provider, account }: Payer): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${account}`, 'content-type': 'application/json' };
  const checkout = await fetch(`${control.urlOf(provider.name)}/checkouts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      product_cart: [{ product_id: 'pdt_invoice', quantity: 1, amount: 700 }],
      customer: { email: 'payer@shop.example', name: 'Payer' },
      billing_currency: provider.currency,
    }),
  });
  const { checkout_url: page } = (await checkout.json()) as { checkout_url: string };
  await control.pay(page);
  const found = await fetch(`${control.urlOf(provider.name)}/customers`, { headers });
  const [owner] = ((await found.json()) as { items: { customer_id: string }[] }).items;
  return owner?.customer_id;
}
