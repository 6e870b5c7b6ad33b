import type { Page } from 'playwright-core';
import { accessibilityProblems, describeInBrowser, PATIENT, useBrowser, type View } from './support/browser';
import { settled, signInWith } from './support/signed-in';
import { useSharedOrganization, useTestApp } from '../support/use-test-app';

const VIEWS: readonly (View & { name: string })[] = [
  { name: 'light', theme: 'light' },
  { name: 'dark', theme: 'dark' },
  { name: 'phone', theme: 'light', width: 390, height: 844 },
];

describeInBrowser('every page of the dashboard', () => {
  const app = useTestApp({ TEST_CLOCK: 'on', ...PATIENT });
  const organization = useSharedOrganization(app, { name: 'Acme' });
  const browser = useBrowser();
  /** Of the navigation, and of the first record of each list. */
  let paths: string[] = [];

  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(path);
    await settled(page);
  };

  it('is reached by the navigation, or from a list', async () => {
    const page = await browser.open(app.url);
    await signInWith(page, organization.rawKey);
    await page.goto('/dashboard/quick-start');
    await page.getByRole('button', { name: 'Create sample data' }).click();
    await page.getByText('The sample data is there.').waitFor();
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const found = await places.evaluateAll((links) => links.map((it) => it.getAttribute('href') ?? ''));
    for (const path of [...found]) {
      await open(page, path);
      const record = page.locator(`#content a[href^="${path}/"]`).first();
      if (path !== '/dashboard' && (await record.count()) > 0)
        found.push((await record.getAttribute('href')) ?? '');
    }
    const [bounced] = await app.database.query<{ invoice: string; customer: string }>(
      `INSERT INTO emails (organization_id, id, kind, state, is_automatic, customer_id, source_id, invoice_id, recipient,
                           locale, subject, attempts, last_error, completed_at, created_at, updated_at)
       SELECT invoice.organization_id, gen_random_uuid(), 'invoice', 'bounced', true, customer_id, invoice.id, invoice.id,
              customer.email, 'en', 'Invoice ' || number, 1, 'RCPT TO: 550 No such user here', now(), now(), now()
         FROM invoices AS invoice
         JOIN customers AS customer ON customer.organization_id = invoice.organization_id AND customer.id = customer_id
        WHERE number IS NOT NULL AND customer.email IS NOT NULL LIMIT 1
       RETURNING invoice_id AS invoice, customer_id AS customer`,
    );
    const withEmails = [`invoices/${bounced?.invoice}`, `customers/${bounced?.customer}`];
    paths = [
      '/dashboard/quick-start',
      ...new Set(found),
      ...withEmails.map((it) => `/dashboard/${it}?tab=emails`),
    ];
    expect(paths).toEqual(expect.arrayContaining(['/dashboard/customers']));
    expect(paths.filter((it) => /^\/dashboard\/customers\/./.test(it))).toHaveLength(2);
  });

  it('shows the e-mails of a customer, and that its address bounces', async () => {
    const page = await browser.open(app.url);
    await signInWith(page, organization.rawKey);
    await open(page, paths.at(-1) ?? '');
    await page.getByText('address bounces').waitFor();
    await page.getByText('RCPT TO: 550 No such user here').waitFor();
  });

  it('has switches for e-mails, and says that there is no mail server', async () => {
    const page = await browser.open(app.url);
    await signInWith(page, organization.rawKey);
    await open(page, '/dashboard/settings');
    await page.getByText('has not set up a mail server').waitFor();
    await page.getByRole('button', { name: 'Edit e-mails to customers' }).click();
    await page.getByLabel('Receipts').check();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const changed = await organization.get('/v1/organizations/current/emails');
    expect(changed.body).toMatchObject({ send_receipts: true, send_invoices: false });
  });

  it('tells in the words of the API that an invoice cannot be sent without a mail server', async () => {
    const page = await browser.open(app.url);
    await signInWith(page, organization.rawKey);
    await open(page, paths.at(-2) ?? '');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('its operator has not set SMTP_URL').waitFor();
  });

  it.each(VIEWS)('is accessible and fits into the window: $name', async (view) => {
    const page = await browser.open(app.url, view);
    await signInWith(page, organization.rawKey);
    const found: string[] = [];
    for (const path of paths) {
      await open(page, path);
      found.push(...(await accessibilityProblems(page)).map((it) => `${path}: ${it}`));
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (excess > 0) found.push(`${path}: ${excess} pixels wider than the window`);
    }
    expect(found).toEqual([]);
  });
});
