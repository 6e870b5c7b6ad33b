import type { Page } from 'playwright-core';
import { aCharge, aCustomer, aMetric, anInvoice, aPayment, aPlan } from '../support/builders';
import { connect, deliver, pathOfUrl, SECRET, stripeEvent } from '../support/payments';
import { signStripe } from '../support/provider-messages';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, type EndpointBody, type InvoiceBody, type WalletBody } from '../support/wire';
import { accessibilityProblems, describeInBrowser, PATIENT, useBrowser } from './support/browser';
import { settled, signInWith } from './support/signed-in';

describeInBrowser('the parts of the dashboard for prepaid money, prices and operation', () => {
  const app = useTestApp(PATIENT);
  const organization = useOrganization(app, { name: 'Acme', default_currency: 'EUR' });
  const browser = useBrowser();

  const opened = async (path: string): Promise<Page> => {
    const page = await browser.open(app.url);
    await signInWith(page, organization.rawKey, path);
    await settled(page);
    return page;
  };
  const fill = (page: Page, label: RegExp, text: string): Promise<void> =>
    page.getByRole('dialog').getByLabel(label).fill(text);
  const press = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  };
  const closed = (page: Page): Promise<void> => page.getByRole('dialog').waitFor({ state: 'detached' });

  it('rotate a secret with a countdown, and a key whose successor is shown once', async () => {
    const endpoint = await bodyOf<EndpointBody>(
      organization.post('/v1/webhook_endpoints', { url: 'inbox' }),
      201,
    );
    const page = await opened(`/dashboard/endpoints/${endpoint.id}`);
    await page.getByRole('button', { name: 'Rotate' }).click();
    await fill(page, /^Seconds during which both secrets sign/, '3600');
    await press(page, 'Rotate');
    await closed(page);
    await page.getByText(/previous secret signs as well, for another (59 min \d\d s|1 h 00 min)/).waitFor();
    const secret = await bodyOf<{ secret: string }>(
      organization.get(`/v1/webhook_endpoints/${endpoint.id}/secret`),
    );
    await page.getByText(secret.secret).waitFor();
    expect(secret.secret).not.toBe(endpoint.secret);
    expect(await accessibilityProblems(page)).toEqual([]);

    const created = organization.post('/v1/organizations/current/api_keys', { name: 'Importer' });
    await created.expect(201);
    await page.goto('/dashboard/developers');
    const row = page.getByRole('row').filter({ hasText: 'Importer' });
    await row.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Rotate' }).click();
    await fill(page, /^Seconds during which both keys work/, '600');
    await press(page, 'Rotate');
    await page.getByRole('dialog', { name: 'The new key' }).getByText(/^svc_/).waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
    await row.first().waitFor();
    expect(await row.count()).toBe(2);
  });

  it('keep a wallet: credits for free, credits sold by an invoice, its settings and its end', async () => {
    const customer = await aCustomer(organization, { name: 'Ada', currency: 'EUR' });
    const page = await opened(`/dashboard/customers/${customer.id}?tab=wallets`);
    await page.getByRole('button', { name: 'Add a wallet' }).click();
    await fill(page, /^Name/, 'Prepaid');
    await fill(page, /^Credits for free/, '10');
    await press(page, 'Add');
    await closed(page);
    const wallet = page.getByRole('region', { name: 'Prepaid' });
    await wallet.getByText(/10 credits/).waitFor();

    await wallet.getByRole('button', { name: 'Top up' }).click();
    await fill(page, /^Credits/, '25');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Kind' }).selectOption('paid');
    await press(page, 'Top up');
    await closed(page);
    await wallet.getByRole('link', { name: 'their invoice' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const [invoice] = await bodyOf<InvoiceBody[]>(organization.get('/v1/invoices'));
    expect(invoice).toMatchObject({ invoice_type: 'credit', total_amount_cents: 2500 });
    await wallet.getByRole('link', { name: 'their invoice' }).click();
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await press(page, 'Record');
    await closed(page);
    await page.goto(`/dashboard/customers/${customer.id}?tab=wallets`);
    await wallet.getByText(/35 credits/).waitFor();
    await wallet.getByRole('link', { name: 'paid by an invoice' }).waitFor();

    await wallet.getByRole('button', { name: 'Edit' }).click();
    await fill(page, /^Priority/, '3');
    await press(page, 'Save');
    await closed(page);
    await wallet.getByRole('button', { name: 'End' }).click();
    await press(page, 'End');
    await closed(page);
    await wallet.getByText('terminated', { exact: true }).waitFor();
    const [stored] = await bodyOf<WalletBody[]>(organization.get(`/v1/wallets?customer_id=${customer.id}`));
    expect(stored).toMatchObject({ status: 'terminated', priority: 3, credits_balance: '0' });
  });

  it('make a coupon, apply it to a customer and end it', async () => {
    const customer = await aCustomer(organization, { name: 'Ada' });
    const page = await opened('/dashboard/coupons');
    await page.getByRole('button', { name: 'Add a coupon' }).first().click();
    await fill(page, /^Name/, 'Welcome');
    await fill(page, /^Code/, 'welcome');
    await fill(page, /^Percent/, '20');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Frequency' }).selectOption('recurring');
    await fill(page, /^Invoices/, '3');
    await press(page, 'Add');
    await closed(page);
    await page.getByRole('cell', { name: '3 invoices' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`/dashboard/customers/${customer.id}?tab=coupons`);
    await page.getByRole('button', { name: 'Apply a coupon' }).click();
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: /^Coupon/ })
      .selectOption('welcome');
    await press(page, 'Apply');
    await closed(page);
    const applied = page.getByRole('region', { name: 'Applied coupons' });
    await applied.getByText('active', { exact: true }).waitFor();
    await applied.getByRole('button', { name: 'End' }).click();
    await press(page, 'End');
    await closed(page);
    await applied.getByText('ended', { exact: true }).waitFor();
  });

  it('simulate what usage would cost, with every step', async () => {
    const metric = await aMetric(organization, { code: 'calls' });
    const tiers = [
      { from_value: 0, to_value: 10, per_unit_amount: '2', flat_amount: '0' },
      { from_value: 11, to_value: null, per_unit_amount: '1', flat_amount: '5' },
    ];
    const charge = aCharge(metric, { charge_model: 'graduated', properties: { graduated_ranges: tiers } });
    const plan = await aPlan(organization, { amount_cents: 1000, currency: 'EUR', charges: [charge] });
    const page = await opened(`/dashboard/plans/${plan.id}`);
    const simulator = page.getByRole('region', { name: 'Simulator' });
    await simulator.getByRole('textbox', { name: 'calls' }).fill('12');
    await simulator.getByRole('status').getByText('37.00').waitFor(); // 10.00 + 20.00 + 5.00 + 2.00
    const steps = simulator.getByRole('group', { name: /^Steps of/ });
    expect(await steps.getByRole('row').count()).toBeGreaterThan(2);
    await simulator.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await simulator.getByRole('status').getByText('10.00').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('show who changed what, and process a notification again that needs a review', async () => {
    const invoice = await anInvoice(organization);
    const path = pathOfUrl(await connect(organization, 'stripe', SECRET));
    await aPayment(organization, invoice, { provider_payment_id: 'pi_review' });
    const other = { id: 'pi_review', amount_received: 5000, currency: 'usd' };
    const body = stripeEvent('payment_intent.succeeded', other);
    await deliver(app, path, signStripe(body, SECRET)).expect(200);
    const page = await opened('/dashboard/payment-providers');
    const notification = page.getByRole('row').filter({ hasText: 'payment_intent.succeeded' });
    await notification.getByText('to review').waitFor();
    await notification.getByRole('button', { name: 'Process again' }).click();
    await page.getByText('The notification has been processed again.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.goto('/dashboard/developers?tab=audit');
    const entries = page.getByRole('region', { name: 'Audit log' });
    await entries
      .getByText(/payment.provider/i)
      .first()
      .waitFor();
    await entries.getByText(organization.rawKey.slice(0, 8), { exact: false }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
