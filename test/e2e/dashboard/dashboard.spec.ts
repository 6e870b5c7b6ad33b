import type { Browser, BrowserContext } from 'playwright-core';
import { hasChromium, startBrowser } from '../../support/browser';
import { Dashboard, PAGES } from '../../support/dashboard';
import { useTestApp } from '../../support/use-test-app';

(hasChromium() ? describe : describe.skip)('the dashboard', () => {
  const app = useTestApp();
  let browser: Browser;
  let context: BrowserContext;
  let dashboard: Dashboard;
  let rawKey = '';
  beforeAll(async () => {
    browser = await startBrowser();
    context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC' });
    dashboard = new Dashboard(await context.newPage(), app.url);
  });
  afterAll(() => browser.close());
  afterEach(() => {
    expect(dashboard.errors).toEqual([]);
  });

  it('leads from an empty installation to a paid invoice and its PDF', async () => {
    const { page } = dashboard;
    rawKey = await dashboard.signUp();
    await dashboard.see('0 of 7 done');
    await dashboard.createSampleData();

    await dashboard.click('link', 'Customers');
    await dashboard.click('link', 'Jane Doe Ltd. (sample)');
    await dashboard.see('250 units in 3 events');
    await dashboard.click('link', /ACM-.+-001/);
    await dashboard.see('Amount due');
    await dashboard.click('button', 'Record payment');
    await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click();
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    const pdf = await page.getByRole('link', { name: 'PDF' }).getAttribute('href');
    const file = await context.request.get(`${app.url}${pdf ?? ''}`);
    expect(file.headers()['content-type']).toBe('application/pdf');
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
    const invoices = (await (await context.request.get(`${app.url}/dashboard/api/v1/invoices`)).json()) as {
      status: string;
      total_amount_cents: number;
      amount_paid_cents: number;
    }[];
    expect(invoices).toHaveLength(1);
    expect(invoices[0]).toMatchObject({ status: 'paid', amount_paid_cents: invoices[0]?.total_amount_cents });
  }, 60_000);

  it('shows errors in the words of the API beside their field', async () => {
    const { page } = dashboard;
    await dashboard.open('/customers', 'Jane Doe');
    await dashboard.click('button', 'New customer');
    await page.getByLabel('External ID').last().fill('sample_customer');
    await page.getByLabel('E-mail', { exact: false }).last().fill('not an address');
    await dashboard.click('button', 'Create customer');
    await dashboard.see('email must be an e-mail address');
    await page.getByLabel('E-mail', { exact: false }).last().fill('');
    await dashboard.click('button', 'Create customer');
    await dashboard.see('Another customer of this organization has this external_id.');
    expect(await dashboard.violations()).toEqual([]);
  }, 30_000);

  it('tells the second of two people who edit one record', async () => {
    const { page } = dashboard;
    await dashboard.open('/customers', 'Jane Doe');
    await dashboard.click('link', 'Jane Doe Ltd. (sample)');
    await dashboard.click('button', 'Edit');
    await page.getByLabel('Name', { exact: false }).first().waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    await context.request.put(`${app.url}/dashboard/api/v1/customers/${id}`, {
      headers: { 'dashboard-request': '1', origin: app.url },
      data: { city: 'Bern' },
    });
    await page.getByRole('dialog').getByLabel('City', { exact: false }).fill('Basel');
    await dashboard.click('button', 'Save');
    await dashboard.see('Somebody else has changed this record');
  }, 30_000);

  it('keeps what was entered when the session ends, and opens the sign-in over the page', async () => {
    const { page } = dashboard;
    await dashboard.open('/customers', 'Jane Doe');
    await dashboard.click('button', 'New customer');
    await page.getByLabel('External ID').last().fill('typed_before');
    await app.database.query('DELETE FROM dashboard_sessions');
    await dashboard.see('You were signed out');
    await page.getByLabel('API key').fill(rawKey);
    await dashboard.click('button', 'Sign in');
    await page.getByText('You were signed out').waitFor({ state: 'detached' });
    expect(await page.getByLabel('External ID').last().inputValue()).toBe('typed_before');
    await dashboard.click('button', 'Create customer');
    await page.getByRole('heading', { name: 'typed_before' }).waitFor();
  }, 30_000);

  it('has pages without accessibility violations, and stores nothing but the theme', async () => {
    const found: Record<string, string[]> = {};
    await dashboard.open('', 'All sums agree');
    for (const [path, text] of PAGES) {
      await dashboard.go(path, text);
      const violations = await dashboard.violations();
      if (violations.length > 0) found[path] = violations;
    }
    expect(found).toEqual({});
    await dashboard.page.getByLabel('Theme').selectOption('dark');
    expect(await dashboard.page.evaluate('Object.keys({ ...localStorage, ...sessionStorage })')).toEqual([
      'theme',
    ]);
    const cookies = await context.cookies();
    expect(cookies).toMatchObject([{ name: 'billing-session', httpOnly: true, sameSite: 'Strict' }]);
    await dashboard.click('button', 'Sign out');
    await dashboard.see('Create an organization');
    expect(await context.cookies()).toEqual([]);
  }, 60_000);
});
