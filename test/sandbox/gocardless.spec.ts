import { GoCardlessClient } from 'gocardless-nodejs/client';
import { Environments } from 'gocardless-nodejs/constants';
import * as errors from 'gocardless-nodejs/errors';
import * as webhooks from 'gocardless-nodejs/webhooks';
import { eventually } from '../support/eventually';
import { useSandbox } from '../support/use-sandbox';

/** The official SDK drives the GoCardless of the sandbox, and reads its answers and notifications. */

const SECRET = 'whsec_c2FuZGJveC1zZWNyZXQtMTIzNDU2Nzg5MA==';
interface Body {
  events: { resource_type: string; action: string }[];
}
const typesOf = (body: string): string[] =>
  (JSON.parse(body) as Body).events.map((it) => `${it.resource_type}.${it.action}`);
let accounts = 0;

describe('GoCardless of the sandbox', () => {
  const sandbox = useSandbox(SECRET);
  let client: GoCardlessClient;

  beforeEach(() => {
    client = sdk(`token_${accounts++}`, true);
  });

  /** The SDK has fixed hosts: the test changes the private one. */
  function sdk(token: string, raiseOnIdempotencyConflict = false): GoCardlessClient {
    const made = new GoCardlessClient(token, Environments.Sandbox, { raiseOnIdempotencyConflict });
    (made as unknown as { _api: { _baseUrl: string } })._api._baseUrl = sandbox().urlOf('gocardless');
    return made;
  }

  async function aMandate(given = 'Successful'): Promise<string> {
    const request = await client.billingRequests.create({
      mandate_request: { scheme: 'bacs', currency: 'GBP' },
    });
    const flow = await client.billingRequestFlows.create({
      links: { billing_request: request.id },
      redirect_uri: 'https://shop.example',
      prefilled_customer: { email: 'jane@example.com', given_name: given, family_name: 'Doe' },
    });
    await sandbox().pay(flow.authorisation_url ?? '');
    const done = await client.billingRequests.find(request.id);
    expect(done.status).toBe('fulfilled');
    return done.links?.mandate_request_mandate ?? '';
  }
  const aPayment = async (mandate: string, key?: string) =>
    client.payments.create(
      {
        amount: 1500,
        currency: 'GBP',
        links: { mandate },
        metadata: { payment_id: 'p1' },
        retry_if_possible: false,
      } as never,
      key,
    );
  const statusOf = async (id: string) => (await client.payments.find(id)).status;
  const failureOf = (promise: Promise<unknown>): Promise<errors.ApiError> =>
    promise.then(
      () => Promise.reject(new Error('The request succeeded')),
      (error: unknown) => error as errors.ApiError,
    );

  it('a debit of a mandate is submitted, confirmed and paid out, with signed events', async () => {
    const { id = '' } = await aPayment(await aMandate());
    expect(await statusOf(id)).toBe('pending_submission');
    expect(await sandbox().netOf(id)).toBe(0);
    await sandbox().types(typesOf, ['payments.submitted', 'payments.confirmed', 'payments.paid_out']);
    expect(await statusOf(id)).toBe('paid_out');
    expect(await sandbox().netOf(id)).toBe(1500);
    for (const { headers, body } of sandbox().received) {
      webhooks.parse(body, SECRET, String(headers['webhook-signature']));
    }
  });

  it('a repeated key is a conflict that names the first payment', async () => {
    const mandate = await aMandate();
    const first = await aPayment(mandate, 'once');
    const error = await failureOf(aPayment(mandate, 'once'));
    expect(error).toBeInstanceOf(errors.IdempotentCreationConflictError);
    expect(error).toMatchObject({ conflictingResourceId: first.id });
    expect((await client.payments.list()).payments).toHaveLength(1);
  });

  it('a payment can be cancelled before it is submitted, and not after', async () => {
    const mandate = await aMandate();
    const [early, late] = [await aPayment(mandate), await aPayment(mandate)];
    expect((await client.payments.cancel(early.id ?? '')).status).toBe('cancelled');
    await eventually(async () => ((await statusOf(late.id ?? '')) === 'pending_submission' ? null : true));
    const error = await failureOf(client.payments.cancel(late.id ?? ''));
    expect(error).toBeInstanceOf(errors.InvalidStateError);
    expect(await statusOf(early.id ?? '')).toBe('cancelled');
  });

  it.each([
    ['Penniless', 'failed', 0],
    ['Late', 'failed', 0],
    ['Fickle', 'charged_back', 0],
  ])('the customer %s ends in %s', async (given, status, net) => {
    const { id = '' } = await aPayment(await aMandate(given));
    await eventually(async () => ((await statusOf(id)) === status ? true : null));
    expect(await sandbox().netOf(id)).toBe(net);
  });

  it('a failed payment that GoCardless retries succeeds late', async () => {
    const mandate = await aMandate();
    await sandbox().script({ mode: 'late_success' });
    const { id = '' } = await aPayment(mandate);
    await sandbox().types(typesOf, [
      'payments.failed',
      'payments.resubmission_requested',
      'payments.confirmed',
    ]);
    expect(await sandbox().netOf(id)).toBe(1500);
  });

  it('an instant payment confirms at once; its request can be cancelled before, and takes GBP and EUR only', async () => {
    const create = (currency: string) =>
      client.billingRequests.create({ payment_request: { amount: 900, currency, description: 'INV-1' } });
    const flowOf = async (id: string) =>
      (await client.billingRequestFlows.create({ links: { billing_request: id } })).authorisation_url ?? '';
    const [paid, gone] = [await create('GBP'), await create('EUR')];
    await sandbox().pay(await flowOf(paid.id));
    const { links } = await client.billingRequests.find(paid.id);
    expect(await statusOf(links?.payment_request_payment ?? '')).toBe('confirmed');
    const url = await flowOf(gone.id);
    expect((await client.billingRequests.cancel(gone.id)).status).toBe('cancelled');
    expect(await sandbox().pay(url)).toEqual({ status: 'cancelled' });
    expect(await failureOf(client.billingRequests.cancel(paid.id))).toBeInstanceOf(errors.InvalidStateError);
    expect(await failureOf(create('USD'))).toBeInstanceOf(errors.ValidationFailedError);
  });

  it('refunds need the confirmed total, and are limited to the payment', async () => {
    const { id = '' } = await aPayment(await aMandate());
    await sandbox().types(typesOf, ['payments.confirmed']);
    const refund = (amount: number, total: number) =>
      client.refunds.create({ amount, links: { payment: id }, total_amount_confirmation: total });
    expect((await refund(500, 500)).status).toBe('created');
    expect(await failureOf(refund(500, 500))).toBeInstanceOf(errors.InvalidStateError);
    expect(await failureOf(refund(1200, 1700))).toBeInstanceOf(errors.ValidationFailedError);
    await sandbox().types(typesOf, ['refunds.created', 'refunds.paid']);
    expect(await sandbox().netOf(id)).toBe(1000);
  });

  it('metadata of four keys, a wrong token and an unknown id are refused', async () => {
    const metadata = { a: '1', b: '2', c: '3', d: '4' };
    const tooMuch = client.customers.create({ metadata, email: 'jane@example.com' });
    expect(await failureOf(tooMuch)).toBeInstanceOf(errors.ValidationFailedError);
    expect(await failureOf(sdk('invalid').customers.list())).toBeInstanceOf(errors.AuthenticationError);
    expect((await failureOf(client.payments.find('PM0'))).code).toBe(404);
  });

  it('a lost answer is found by repeating the key', async () => {
    const mandate = await aMandate();
    await sandbox().script({ mode: 'error_500_after', operation: 'payments.create' });
    expect(await failureOf(aPayment(mandate, 'lost'))).toBeInstanceOf(errors.GoCardlessInternalError);
    const again = await failureOf(aPayment(mandate, 'lost'));
    const found = await client.payments.find(
      (again as errors.IdempotentCreationConflictError).conflictingResourceId,
    );
    expect(found).toMatchObject({ amount: 1500, metadata: { payment_id: 'p1' } });
    expect((await client.payments.list({ limit: 1 })).payments).toHaveLength(1);
  });
});
