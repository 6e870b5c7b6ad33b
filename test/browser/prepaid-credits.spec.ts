import type { Page } from 'playwright-core';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { aCustomer, anInvoice, aPlan, aSubscription, aWallet } from '../support/builders';
import { bodyOf, type WalletBody } from '../support/wire';
import { accessibilityProblems, describeInBrowser, PATIENT, useBrowser } from './support/browser';
import { settled, signInWith } from './support/signed-in';

describeInBrowser('rules that the dashboard keeps', () => {
  const app = useTestApp({ ...PATIENT });
  const organization = useOrganization(app);
  const browser = useBrowser();
  const opened = async (path: string): Promise<Page> => {
    const page = await browser.open(app.url);
    await signInWith(page, organization.rawKey, path);
    await settled(page);
    return page;
  };
  const fill = (page: Page, label: RegExp, text: string): Promise<void> =>
    page.getByRole('dialog').getByLabel(label).fill(text);
  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const closed = (page: Page): Promise<void> => page.getByRole('dialog').waitFor({ state: 'detached' });
  const choose = (page: Page, label: RegExp, value: string) =>
    page.getByRole('dialog').getByRole('combobox', { name: label }).selectOption(value);
  const menu = async (page: Page, name: string, item: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('a wallet: automatic top-ups, recurring grants, and the credits that it sold', async () => {
    const customer = await aCustomer(organization, { currency: 'EUR' });
    const { id } = await aWallet(organization, {
      customer_id: customer.id,
      currency: 'EUR',
      name: 'Prepaid',
    });
    const stored = (): Promise<WalletBody> => bodyOf(organization.get(`/v1/wallets/${id}`));
    const page = await opened(`/dashboard/customers/${customer.id}?tab=wallets`);
    const wallet = page.getByRole('region', { name: 'Prepaid' });
    await wallet.getByText('never', { exact: true }).waitFor();

    await menu(page, 'Rules', 'Automatic top-ups');
    await fill(page, /^When the balance/, '-1');
    await fill(page, /^Credits to sell/, '50');
    await fill(page, /^At most/, '3');
    await press(page, 'Save');
    await page.getByRole('dialog').locator('[aria-invalid="true"]').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await fill(page, /^When the balance/, '0.5');
    await press(page, 'Save');
    await closed(page);
    await wallet.getByText(/50 credits when the balance falls below 0.5, at most 3 times a month/).waitFor();
    expect((await stored()).auto_top_up).toEqual({ below: '0.5', credits: '50', max_per_month: 3 });

    await menu(page, 'Rules', 'Add a recurring grant');
    await fill(page, /^Credits/, '10');
    await fill(page, /^From/, '2099-01-01T00:00');
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page, 'Add');
    await closed(page);
    await menu(page, 'Rules', 'Add a recurring grant');
    await choose(page, /^Every/, 'weekly');
    await choose(page, /^The wallet gets/, 'target_credits');
    await fill(page, /^Balance in credits/, '25');
    await fill(page, /^From/, '2099-01-01T00:00');
    await press(page, 'Add');
    await closed(page);
    const grants = page.getByRole('group', { name: 'Recurring grants of Prepaid' });
    await grants.getByText('fills up to 25').waitFor();
    expect((await stored()).recurring_grants).toMatchObject([
      { interval: 'monthly', credits: '10', target_credits: null },
      { interval: 'weekly', credits: null, target_credits: '25' },
    ]);
    await grants.getByRole('button', { name: 'Remove the monthly grant' }).click();
    await press(page, 'Remove');
    await closed(page);
    expect((await stored()).recurring_grants.map((it) => it.interval)).toEqual(['weekly']);

    const sold = { credits: '20', source: 'paid', collect: true };
    await organization.post(`/v1/wallets/${id}/top_up`, sold).expect(200);
    const topUps = page.getByRole('group', { name: 'Paid top-ups of Prepaid' });
    await topUps.getByText('pending', { exact: true }).waitFor();
    await topUps.getByRole('link', { name: /^by hand/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await menu(page, 'Rules', 'Automatic top-ups');
    await press(page, 'End automatic top-ups');
    await press(page, 'End them');
    await closed(page);
    await wallet.getByText('never', { exact: true }).waitFor();
    expect((await stored()).auto_top_up).toBeNull();
  });

  it('how a customer, a subscription and an invoice are collected', async () => {
    const plan = await aPlan(organization, { amount_cents: 4900 });
    const subscription = await aSubscription(organization, { plan_id: plan.id });
    const { customer_id: customerId } = subscription;
    const invoice = await anInvoice(organization, { customer_id: customerId });
    const method = async (path: string): Promise<unknown> =>
      (await bodyOf<{ collection_method: unknown }>(organization.get(path))).collection_method;

    const page = await opened(`/dashboard/customers/${customerId}`);
    await page
      .getByRole('region', { name: 'Billing' })
      .getByText('as the organization', { exact: true })
      .waitFor();
    await organization.put(`/v1/customers/${customerId}`, { collection_method: 'manual' }).expect(200);
    await page.getByText('paid by the customer, or charged by hand', { exact: true }).waitFor();

    await page.goto(`/dashboard/subscriptions/${subscription.id}`);
    await page.getByText('as the customer', { exact: true }).waitFor();
    await menu(page, 'More', 'Change the collection');
    await choose(page, /^Invoices are/, 'automatic');
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page, 'Save');
    await closed(page);
    await page.getByText('automatic', { exact: true }).waitFor();
    expect(await method(`/v1/subscriptions/${subscription.id}`)).toBe('automatic');

    await page.goto(`/dashboard/invoices/${invoice.id}?tab=payments`);
    await page.getByRole('button', { name: 'Change the collection' }).click();
    await choose(page, /^Invoices are/, 'automatic');
    await press(page, 'Save');
    await closed(page);
    await page.getByText(/^It is charged by itself/).waitFor();
    await page.goto(`/dashboard/invoices/${invoice.id}?tab=details`);
    await page.getByText('automatic', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await method(`/v1/invoices/${invoice.id}`)).toBe('automatic');
  });
});
