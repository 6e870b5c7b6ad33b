import { DueWork } from '../../src/platform/jobs/due-work';
import { eventually } from './eventually';
import { connect, pathOfUrl } from './payments';
import { startTestApp, type TestApp, type TestOrganization } from './test-app';
import { useSandbox, type SandboxControl } from './use-sandbox';
import { lateBound } from './use-test-app';
import { bodyOf, type CheckoutBody, type CollectionBody } from './wire';

export const WEBHOOK_SECRET = 'whsec_c2FuZGJveC1zZWNyZXQtMTIzNDU2Nzg5MA==';

/** Credentials of an account of its own at a provider of the sandbox. */
const CREDENTIALS: Readonly<Record<string, (account: string) => Partial<Record<string, string>>>> = {
  stripe: (account) => ({ secret_key: `sk_test_${account}` }),
  gocardless: (account) => ({ access_token: `sandbox_${account}` }),
  razorpay: (account) => ({ key_id: `rzp_test_${account}`, key_secret: 'secret_of_razorpay' }),
  dodopayments: (account) => ({ api_key: `key_${account}`, product_id: 'pdt_invoice' }),
};

function credentialsOf(provider: string, account: string): Partial<Record<string, string>> {
  const of = CREDENTIALS[provider];
  if (of === undefined) throw new Error(`The sandbox has no ${provider}`);
  return of(account);
}

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

/** A service that collects in a sandbox. */
export interface Collecting {
  readonly app: TestApp;
  readonly sandbox: () => SandboxControl;
}

/** Starts a sandbox and a service whose providers are in it. */
export function useCollecting(env: Record<string, string> = {}): Collecting {
  const sandbox = useSandbox(WEBHOOK_SECRET);
  let started: TestApp | undefined;
  beforeAll(async () => {
    const urls = Object.entries(sandbox().sandbox.urls).map(([name, url]) => `${name}=${url}`);
    started = await startTestApp({ PROVIDER_BASE_URLS: urls.join(','), ...env });
  });
  afterAll(() => started?.stop());
  return { app: lateBound(() => started, 'The service has not started'), sandbox };
}

let accounts = 0;

/**
 * Connects an organization to an account of its own in the sandbox, which notifies the service.
 *
 * @param notifies whether notifications reach the service; otherwise it only learns by polling
 * @returns the name of the account in the ledger
 */
export async function connectSandbox(
  { app, sandbox }: Collecting,
  organization: TestOrganization,
  provider: string,
  notifies = true,
): Promise<string> {
  const credentials = credentialsOf(provider, `${process.pid}n${accounts++}`);
  const connection = await connect(organization, provider, WEBHOOK_SECRET, {
    credentials,
    environment: 'test',
  });
  const url = app.url + pathOfUrl(connection);
  const account =
    credentials.secret_key ?? credentials.access_token ?? credentials.key_id ?? credentials.api_key;
  const endpoint = { provider, account, url: notifies ? url : `${app.url}/nowhere`, secret: WEBHOOK_SECRET };
  await sandbox().call('PUT', '/endpoints', endpoint);
  return account ?? '';
}

/** Asks for a link to pay an invoice. */
export function checkout(
  organization: TestOrganization,
  invoiceId: string,
  fields: object = {},
): Promise<CheckoutBody> {
  return bodyOf(organization.post(`/v1/invoices/${invoiceId}/checkout`, { ...PAGES, ...fields }), 201);
}

/** Presses the button of our page to pay, and returns the page of the provider to which it leads. */
export async function providerPageOf(payPage: string): Promise<string> {
  const response = await fetch(payPage, { method: 'POST', redirect: 'manual' });
  const location = response.headers.get('location');
  if (response.status !== 303 || location === null)
    throw new Error(`The page to pay answered ${response.status}`);
  return location;
}

export function collectionOf(organization: TestOrganization, id: string): Promise<CollectionBody> {
  return bodyOf(organization.get(`/v1/collections/${id}`));
}

/** Makes every collection due now, and advances those that are, as the schedule does. */
export async function poll({ app }: Collecting): Promise<void> {
  await app.database.query('UPDATE collections SET next_action_at = now() WHERE next_action_at IS NOT NULL');
  await app.database.query(
    'UPDATE refund_orders SET next_action_at = now() WHERE next_action_at IS NOT NULL',
  );
  const { sources } = app.app.get(DueWork, { strict: false });
  for (const source of sources) if (['collections', 'refunds'].includes(source.name)) await source.runDue();
}

/** Waits until a collection has this status. */
export function collectionBecomes(
  organization: TestOrganization,
  id: string,
  status: string,
): Promise<CollectionBody> {
  return eventually(async () => {
    const collection = await collectionOf(organization, id);
    return collection.status === status ? collection : null;
  });
}
