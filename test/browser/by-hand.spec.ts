import type { Page } from 'playwright-core';
import { describeInBrowser, PATIENT, useBrowser } from './support/browser';
import { settled, signInWith } from './support/signed-in';
import { useOrganization, useTestApp } from '../support/use-test-app';
import {
  bodyOf,
  type CustomerBody,
  type InvoiceBody,
  type PlanBody,
  type UsageEventBody,
} from '../support/wire';

describeInBrowser('an organization without sample data', () => {
  const app = useTestApp(PATIENT);
  const organization = useOrganization(app, { name: 'Acme', default_currency: 'EUR' });
  const browser = useBrowser();

  const type = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
    const scope = (await page.getByRole('dialog').count()) > 0 ? page.getByRole('dialog') : page;
    for (const [label, value] of Object.entries(values))
      await scope.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(value);
  };
  const send = async (page: Page, name: string): Promise<void> => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const go = async (page: Page, place: string): Promise<void> => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  it('gets by its forms from a metric to a paid invoice, and edits what it made', async () => {
    const page = await browser.open(app.url);
    await signInWith(page, organization.rawKey, '/dashboard/metrics');
    await settled(page);
    await page.getByRole('button', { name: 'Add a metric' }).first().click();
    await type(page, { Name: 'Calls', Code: 'calls' });
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: /^Aggregation/ })
      .selectOption('count');
    await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.goto('/dashboard/plans/new');
    await settled(page);
    await type(page, { Name: 'Pro', Code: 'pro', 'Base price': '49.00' });
    await page.getByLabel('The base price is paid in advance').check();
    await page.getByRole('button', { name: 'Add a charge' }).click();
    await page.getByRole('combobox', { name: /^Metric/ }).selectOption('calls');
    await type(page, { 'Price per unit': '0.02' });
    await page.getByRole('button', { name: 'Add the plan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pro' }).waitFor();
    await page.getByRole('textbox', { name: 'calls' }).fill('100');
    await page.getByRole('status').getByText('51').waitFor(); // 49.00 and 100 calls of 0.02

    await go(page, 'Customers');
    await page.getByRole('button', { name: 'Add a customer' }).first().click();
    await type(page, { 'External id': 'ada', Name: 'Ada' });
    await send(page, 'Add');
    await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor();
    await page.getByRole('button', { name: 'Subscribe to a plan' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: /^Plan/ }).selectOption('pro');
    await type(page, { 'External id': 'ada-pro' });
    await page.getByRole('region', { name: 'First invoice' }).waitFor();
    await send(page, 'Subscribe');

    await go(page, 'Usage events');
    await page.getByRole('button', { name: 'Send an event' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /^Metric/ }).selectOption('calls');
    await type(page, { Subscription: 'ada-pro' });
    await send(page, 'Send');
    await page.locator('#content').getByText('calls').first().waitFor();

    await go(page, 'Invoices');
    await page.locator('#content').getByRole('row').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Record/ })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('#content').getByText('paid', { exact: true }).first().waitFor();

    await go(page, 'Customers');
    await page.getByRole('link', { name: 'Ada' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await type(page, { City: 'London' });
    await send(page, 'Save');

    const [customer] = await bodyOf<CustomerBody[]>(organization.get('/v1/customers'));
    expect(customer).toMatchObject({ external_id: 'ada', name: 'Ada', city: 'London' });
    const [plan] = await bodyOf<PlanBody[]>(organization.get('/v1/plans'));
    expect(plan).toMatchObject({ code: 'pro', amount_cents: 4900, charges: [{ charge_model: 'standard' }] });
    const invoices = await bodyOf<InvoiceBody[]>(organization.get('/v1/invoices'));
    expect(invoices.map((it) => it.status)).toEqual(['paid']);
    const events = await bodyOf<UsageEventBody[]>(organization.get('/v1/events'));
    expect(events.map((it) => it.external_subscription_id)).toEqual(['ada-pro']);
  });
});
