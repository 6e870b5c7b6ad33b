import type { Page } from 'playwright-core';
import { accessibilityProblems, describeInBrowser, PATIENT, useBrowser } from './support/browser';
import { settled, signInWith } from './support/signed-in';
import { aCustomer, anInvoice } from '../support/builders';
import { useSharedOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, type CustomerBody, type InvoiceBody } from '../support/wire';

/** What changes something, by the first word of its button. */
const CHANGES =
  /^(?:Add|Create|Edit|Delete|Subscribe|New|Rotate|Revoke|Record|Credit|Void|Finalize|Retry|Recover|Reveal|Save|Send|Set)\b/;

describeInBrowser('a key with few scopes', () => {
  const app = useTestApp(PATIENT);
  const organization = useSharedOrganization(app, { name: 'Acme' });
  const browser = useBrowser();
  let customer: CustomerBody;
  let invoice: InvoiceBody;

  beforeAll(async () => {
    customer = await aCustomer(organization, { name: 'Ada' });
    invoice = await anInvoice(organization, { customer_id: customer.id });
    await organization.post('/v1/webhook_endpoints', { url: 'inbox' }).expect(201);
  });

  const signedIn = async (rights: object, path = '/dashboard'): Promise<Page> => {
    const key = organization.post('/v1/organizations/current/api_keys', { name: 'Few', ...rights });
    const { raw_key: rawKey } = await bodyOf<{ raw_key: string }>(key, 201);
    const page = await browser.open(app.url);
    await signInWith(page, rawKey, path);
    return page;
  };
  const places = (page: Page): Promise<string[]> =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();

  it('that reads everything sees every page, and nothing that changes anything', async () => {
    const page = await signedIn({ preset: 'read_only' });
    const links = await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll((all) => all.map((it) => it.getAttribute('href') ?? ''));
    expect(links.length).toBeGreaterThan(12);
    const found: string[] = [];
    for (const path of [
      ...links,
      `/dashboard/customers/${customer.id}`,
      `/dashboard/invoices/${invoice.id}`,
    ]) {
      await page.goto(path);
      await settled(page);
      const buttons = await page.locator('#content').getByRole('button').allTextContents();
      found.push(...buttons.filter((it) => CHANGES.test(it.trim())).map((it) => `${path}: ${it}`));
    }
    expect(found).toEqual([]);
  });

  it('sees only what it may read', async () => {
    const page = await signedIn({ scopes: ['customers:read'] });
    expect(await places(page)).toEqual(['Home', 'Quick start', 'Customers', 'Developers']);
    await settled(page);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('is refused in the words of the API where an address leads further', async () => {
    const page = await signedIn({ scopes: ['customers:read'] }, '/dashboard/invoices');
    await page.locator('#content').getByText('invoices:read').first().waitFor();
    const answer = await page.evaluate(async () => {
      const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'dashboard' };
      const body = JSON.stringify({ external_id: 'more' });
      const response = await fetch('/dashboard/api/v1/customers', { method: 'POST', headers, body });
      return { status: response.status, problem: (await response.json()) as { code: string } };
    });
    expect(answer).toMatchObject({ status: 403, problem: { code: 'insufficient_scope' } });
  });
});
