import type { Page } from 'playwright-core';
import { accessibilityProblems, describeInBrowser, PATIENT, useBrowser } from './support/browser';
import { signInWith } from './support/signed-in';
import { aCustomer } from '../support/builders';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, type CustomerBody } from '../support/wire';

describeInBrowser('a form', () => {
  const app = useTestApp(PATIENT);
  const organization = useOrganization(app, { name: 'Acme' });
  const browser = useBrowser();

  const editing = async (customer: CustomerBody): Promise<Page> => {
    const page = await browser.open(app.url);
    await signInWith(page, organization.rawKey, `/dashboard/customers/${customer.id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: false }).first().waitFor();
    return page;
  };
  const nameIn = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: /^Name/ });
  const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const stored = (customer: CustomerBody): Promise<CustomerBody> =>
    bodyOf(organization.get(`/v1/customers/${customer.id}`));

  it('tells the second of two people that the record has changed, and overwrites nothing', async () => {
    const customer = await aCustomer(organization, { name: 'Before', email: 'a@example.com' });
    const [first, second] = [await editing(customer), await editing(customer)];
    await nameIn(first).fill('By the first');
    await save(first);
    await first.getByRole('dialog').waitFor({ state: 'detached' });
    await nameIn(second).fill('By the second');
    await save(second);
    await second.getByText('Somebody else has changed this since you opened it.').waitFor();
    expect(await nameIn(second).inputValue()).toBe('By the second');
    expect(await stored(customer)).toMatchObject({ name: 'By the first' });
    expect(await accessibilityProblems(second)).toEqual([]);

    await second.getByRole('button', { name: 'Load the current state' }).click();
    await second.getByText('Somebody else has changed this').waitFor({ state: 'detached' });
    expect(await nameIn(second).inputValue()).toBe('By the first');
    await nameIn(second).fill('By both');
    await save(second);
    await second.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await stored(customer)).toMatchObject({ name: 'By both', email: 'a@example.com' });
  });

  it("shows the API's own words beside the field that they are about", async () => {
    const customer = await aCustomer(organization, { name: 'Ada' });
    const page = await editing(customer);
    const country = page.getByRole('dialog').getByRole('textbox', { name: /^Country/ });
    await country.fill('Utopia');
    await save(page);
    await page.getByRole('dialog').locator('[aria-invalid="true"]').first().waitFor();
    const described = (await country.getAttribute('aria-describedby')) ?? '';
    const texts = await Promise.all(
      described.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()),
    );
    const refused = await organization.put(`/v1/customers/${customer.id}`, { country: 'Utopia' }).expect(422);
    const { errors } = refused.body as { errors: { field: string; message: string }[] };
    expect(errors.map((it) => it.field)).toEqual(['country']);
    expect(texts.join(' ')).toContain(errors[0]?.message ?? '?');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('keeps what was typed while the session expires, in a record that exists as well', async () => {
    const customer = await aCustomer(organization, { name: 'Before' });
    const page = await editing(customer);
    await nameIn(page).fill('Typed before');
    await app.database.query('UPDATE dashboard_sessions SET expires_at = now() WHERE organization_id = $1', [
      organization.id,
    ]);
    const again = page.getByRole('dialog', { name: 'Your session has expired' });
    await again.getByLabel('API key').fill(organization.rawKey);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await nameIn(page).inputValue()).toBe('Typed before');
    await save(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await stored(customer)).toMatchObject({ name: 'Typed before' });
  });

  it('shows what others change without a reload', async () => {
    const customer = await aCustomer(organization, { name: 'Before' });
    const page = await browser.open(app.url);
    await signInWith(page, organization.rawKey, '/dashboard/customers');
    await page.getByRole('link', { name: 'Before' }).waitFor();
    await organization.put(`/v1/customers/${customer.id}`, { name: 'After' }).expect(200);
    await page.getByRole('link', { name: 'After' }).waitFor();
  });
});
