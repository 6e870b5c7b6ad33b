import type { Page } from 'playwright-core';
import { aCustomer, anInvoice } from '../support/builders';
import { connectSandbox, poll, providerPageOf, useCollecting, WEBHOOK_SECRET } from '../support/collections';
import { eventually } from '../support/eventually';
import { invoiceOf } from '../support/payments';
import type { TestOrganization } from '../support/test-app';
import {
  bodyOf,
  listOf,
  type CheckoutBody,
  type CollectionBody,
  type ConnectionBody,
  type InvoiceBody,
  type PaymentBody,
} from '../support/wire';
import { accessibilityProblems, describeInBrowser, PATIENT, useBrowser } from './support/browser';
import { settled, signInWith } from './support/signed-in';

describeInBrowser('collecting money by clicks', () => {
  const collecting = useCollecting({ ...PATIENT });
  const { app, sandbox } = collecting;
  const browser = useBrowser();
  let own: TestOrganization;

  beforeEach(async () => {
    own = await app.anOrganization();
  });

  const opened = async (path: string): Promise<Page> => {
    const page = await browser.open(app.url);
    await signInWith(page, own.rawKey, path);
    await settled(page);
    return page;
  };
  const fill = (page: Page, label: RegExp, text: string): Promise<void> =>
    page.getByRole('dialog').getByLabel(label).fill(text);
  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const closed = (page: Page): Promise<void> => page.getByRole('dialog').waitFor({ state: 'detached' });
  const rowsOf = (page: Page, label: string) =>
    page.getByRole('group', { name: label, exact: true }).getByRole('row');
  /** Presses the button of the provider's page, which is elsewhere, and that is right. */
  const payAt = async (url: string): Promise<void> => {
    const page = await browser.open(app.url, { javaScript: false });
    await page.goto(url);
    const isOurs = new URL(page.url()).pathname.startsWith('/pay/');
    if (isOurs) await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL(/\/health/);
    const problems = browser.problems.splice(0);
    const expected = `request: ${sandbox().urlOf('stripe')}`;
    browser.problems.push(...problems.filter((it) => !it.startsWith(expected)));
  };
  /** Makes a link in the dialog that is open, and returns it. */
  const linkFrom = async (page: Page): Promise<string> => {
    await fill(page, /^Page to return to/, `${app.url}/health`);
    await press(page, 'Make the link');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy the link' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const link = await page.getByRole('dialog').locator('code').textContent();
    await page.keyboard.press('Escape');
    await closed(page);
    return link ?? '';
  };
  const anOpenInvoice = async (customerId?: string): Promise<InvoiceBody> => {
    const id = customerId ?? (await aCustomer(own, { name: 'Ada', email: 'ada@example.com' })).id;
    return anInvoice(own, { customer_id: id });
  };

  it('leads from the connection over a link, a saved method and a charge to a refund', async () => {
    const key = `sk_test_${process.pid}clicks`;
    const page = await opened('/dashboard/payment-providers');
    await page.getByRole('button', { name: 'Connect a provider' }).click();
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('test');
    await fill(page, /^Secret key/, key);
    await fill(page, /^Webhook secret/, WEBHOOK_SECRET);
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page, 'Connect');
    await closed(page);
    await page.getByRole('region', { name: 'stripe' }).getByText('connected', { exact: true }).waitFor();
    const connection = await bodyOf<ConnectionBody>(own.get('/v1/payment_providers/stripe'));
    const { pathname, search } = new URL(connection.webhook_url);
    const url = app.url + pathname + search;
    await sandbox().call('PUT', '/endpoints', {
      provider: 'stripe',
      account: key,
      url,
      secret: WEBHOOK_SECRET,
    });

    const invoice = await anOpenInvoice();
    await page.goto(`/dashboard/invoices/${invoice.id}?tab=payments`);
    await page.getByRole('button', { name: 'Link to pay' }).click();
    await payAt(await linkFrom(page));
    await rowsOf(page, 'Collections').getByText('succeeded', { exact: true }).waitFor();
    await page.locator('#content').getByText('paid', { exact: true }).waitFor();
    expect((await invoiceOf(own, invoice.id)).status).toBe('paid');

    await page.goto(`/dashboard/customers/${invoice.customer_id}?tab=methods`);
    await page.getByText('not mapped yet').waitFor();
    await page.getByRole('button', { name: 'Link to save a method' }).click();
    await payAt(await linkFrom(page));
    await rowsOf(page, 'Saved payment methods').getByText('default', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const next = await anOpenInvoice(invoice.customer_id);
    await page.goto(`/dashboard/invoices/${next.id}?tab=payments`);
    await page.getByRole('button', { name: 'Collect now' }).click();
    await page
      .getByRole('dialog')
      .getByText(/visa 4242/)
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page, 'Collect now');
    await closed(page);
    await rowsOf(page, 'Collections').getByText('succeeded', { exact: true }).waitFor();
    const payment = rowsOf(page, 'Payments').nth(1);
    await payment.getByRole('button', { name: 'Refund', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/At most .*50\.00 of .*50\.00/)
      .waitFor();
    await fill(page, /^Amount/, '50.01');
    await press(page, 'Refund');
    await page.getByRole('dialog').locator('[aria-invalid="true"]').waitFor();
    await fill(page, /^Amount/, '10.00');
    await press(page, 'Refund');
    await closed(page);
    await payment.getByText('10.00').waitFor();
    await payment.getByRole('button', { name: 'Refund', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/At most .*40\.00 of .*50\.00/)
      .waitFor();
    await page.getByRole('group', { name: 'Refunds of the payment' }).getByText('succeeded').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const [refund] = (await sandbox().ledger()).filter((it) => it.type === 'refund' && it.amount === 1000);
    expect(await sandbox().netOf(refund?.payment_id ?? '')).toBe(4000);
  });

  it('tells in plain words why a charge failed, and that a connection was rejected', async () => {
    await connectSandbox(collecting, own, 'stripe');
    const invoice = await anOpenInvoice();
    const setup = await bodyOf<{ url: string }>(
      own.post(`/v1/customers/${invoice.customer_id}/payment_methods/setup`, {
        success_url: `${app.url}/health`,
        cancel_url: `${app.url}/health`,
      }),
      201,
    );
    await sandbox().pay(setup.url, 'decline:insufficient_funds');
    const page = await opened(`/dashboard/customers/${invoice.customer_id}?tab=methods`);
    await rowsOf(page, 'Saved payment methods').getByText('default', { exact: true }).waitFor();
    await page.goto(`/dashboard/invoices/${invoice.id}?tab=payments`);
    await page.getByRole('button', { name: 'Collect now' }).click();
    await press(page, 'Collect now');
    await page.getByText('The account does not have enough money.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.goto('/dashboard/payment-providers');
    await page.getByRole('button', { name: 'Change stripe' }).click();
    await fill(page, /^Secret key/, 'sk_test_invalid');
    await press(page, 'Save');
    await closed(page);
    await page.getByText('The provider refuses the credentials').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change the collection' }).click();
    await page.getByRole('combobox', { name: /^Invoices are/ }).selectOption('automatic');
    await press(page, 'Save');
    await page.getByText('They are charged as they become due.').waitFor();
    await page.getByRole('button', { name: 'Disconnect stripe' }).click();
    await press(page, 'Disconnect');
    await page.getByText('No payment provider is connected').waitFor();
  });

  it('cancels a link and deletes a method only after a question, by the keyboard', async () => {
    await connectSandbox(collecting, own, 'stripe');
    const invoice = await anOpenInvoice();
    const pages = { success_url: `${app.url}/health`, cancel_url: `${app.url}/health` };
    const link = await bodyOf<CheckoutBody>(own.post(`/v1/invoices/${invoice.id}/checkout`, pages), 201);
    const stateOf = async (): Promise<string> =>
      (await bodyOf<CollectionBody>(own.get(`/v1/collections/${link.collection_id}`))).status;
    const page = await opened(`/dashboard/invoices/${invoice.id}?tab=payments`);
    const cancel = rowsOf(page, 'Collections').getByRole('button', { name: 'Cancel' });
    await cancel.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    await closed(page);
    expect(await stateOf()).toBe('open');
    await cancel.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the link' }).focus();
    await page.keyboard.press('Enter');
    await rowsOf(page, 'Collections').getByText('canceled', { exact: true }).waitFor();
    expect(await stateOf()).toBe('canceled');

    const setupPath = `/v1/customers/${invoice.customer_id}/payment_methods/setup`;
    for (const count of [1, 2]) {
      const { url } = await bodyOf<{ url: string }>(own.post(setupPath, pages), 201);
      await sandbox().pay(url);
      const list = `/v1/customers/${invoice.customer_id}/payment_methods`;
      await eventually(async () => ((await bodyOf<unknown[]>(own.get(list))).length === count ? true : null));
    }
    await page.goto(`/dashboard/customers/${invoice.customer_id}?tab=methods`);
    const methods = rowsOf(page, 'Saved payment methods');
    await page.getByRole('button', { name: /^Make default/ }).click();
    await page.getByText(/is the default\.$/).waitFor();
    await methods
      .nth(1)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await press(page, 'Delete');
    await closed(page);
    await eventually(async () => ((await methods.count()) === 2 ? true : null));
  });

  it('lists what needs a person, and is empty once it is decided', async () => {
    await connectSandbox(collecting, own, 'stripe');
    const invoice = await anOpenInvoice();
    const pages = { success_url: `${app.url}/health`, cancel_url: `${app.url}/health` };
    const link = await bodyOf<CheckoutBody>(own.post(`/v1/invoices/${invoice.id}/checkout`, pages), 201);
    const { provider_object_id: id } = await bodyOf<CollectionBody>(
      own.post(`/v1/collections/${link.collection_id}/cancel`),
    );
    await own.post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 5000 }).expect(201);
    await sandbox().script({ provider: 'stripe', mode: 'decline', operation: 'refund' });
    await sandbox().call('POST', '/payments', { provider: 'stripe', id, action: 'complete' });
    const page = await opened('/dashboard/review');
    const row = rowsOf(page, 'Payments').nth(1);
    await eventually(async () => {
      await poll(collecting);
      return (await row.count()) > 0 ? true : null;
    });
    await row.getByText('to review').waitFor();
    await row.getByText('more than was due, refund failed').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await row.getByRole('button', { name: 'Refund', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(/At most .*50\.00/)
      .waitFor();
    await press(page, 'Refund');
    await page.getByText('Nothing needs a decision').waitFor();
  });

  it('shows disputes with their deadline, and those of a payment', async () => {
    await connectSandbox(collecting, own, 'razorpay');
    const customer = await aCustomer(own, { email: 'zoe@example.com' });
    const invoice = await anInvoice(own, { currency: 'INR', customer_id: customer.id });
    const pages = { success_url: `${app.url}/health`, cancel_url: `${app.url}/health` };
    const link = await bodyOf<CheckoutBody>(own.post(`/v1/invoices/${invoice.id}/checkout`, pages), 201);
    await sandbox().pay(await providerPageOf(link.url));
    const payment = await eventually(async () => {
      await poll(collecting);
      const { items } = await listOf<PaymentBody>(own.get(`/v1/payments?invoice_id=${invoice.id}`));
      return items[0] ?? null;
    });
    const disputed = { provider: 'razorpay', id: payment.provider_payment_id, action: 'dispute' };
    await sandbox().call('POST', '/payments', disputed);
    const page = await opened('/dashboard/review');
    const row = rowsOf(page, 'Disputes').nth(1);
    await row.getByText('needs response').waitFor();
    expect(await row.locator('time').count()).toBe(2); // opened, and answer by
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`/dashboard/invoices/${invoice.id}?tab=payments`);
    await rowsOf(page, 'Payments').nth(1).getByRole('button', { name: 'Disputes' }).click();
    await page.getByRole('dialog').getByText('needs response').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
