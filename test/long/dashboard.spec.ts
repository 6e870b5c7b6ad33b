import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { hasChromium, startBrowser } from '../support/browser';
import { Dashboard, PAGES } from '../support/dashboard';
import { eventually } from '../support/eventually';
import { organizationWithKey, type TestOrganization } from '../support/test-app';
import { useTestApp } from '../support/use-test-app';
import { listOf } from '../support/wire';

/** With SCREENSHOTS=1, some pages are kept as pictures for the documents. */
const PICTURES = process.env.SCREENSHOTS === '1' ? join(__dirname, '../../docs/images') : null;

const CUSTOMERS = 10_000;
const DESKTOP = { width: 1280, height: 850 };
const PHONE = { width: 390, height: 844 };

(hasChromium() ? describe : describe.skip)('the dashboard in every form', () => {
  const app = useTestApp();
  let browser: Browser;
  let dashboard: Dashboard;
  let organization: TestOrganization;
  beforeAll(async () => {
    browser = await startBrowser();
    const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', viewport: DESKTOP });
    dashboard = new Dashboard(await context.newPage(), app.url);
    const key = await dashboard.signUp();
    await dashboard.createSampleData();
    const [row] = await app.database.query<{ id: string }>('SELECT id FROM organizations');
    organization = organizationWithKey(app.request, row?.id ?? '', { id: '', raw_key: key });
    await fillPages();
  }, 60_000);
  afterAll(() => browser.close());

  /** Creates some more customers, and pays the invoice of one, so that lists and figures show something. */
  const fillPages = async (): Promise<void> => {
    for (const name of ['Globex', 'Initech', 'Umbrella', 'Hooli', 'Stark Industries']) {
      const id = name.toLowerCase().replace(' ', '_');
      await organization.post('/v1/customers', { external_id: id, name }).expect(201);
      const subscription = { external_id: `sub_${id}`, external_customer_id: id, plan_code: 'sample_pro' };
      await organization.post('/v1/subscriptions', subscription).expect(201);
    }
    const [invoice] = await listOf<{ id: string; amount_due_cents: number }>(
      organization.get('/v1/invoices'),
    ).then((it) => it.items);
    const payment = { invoice_id: invoice?.id, amount_cents: invoice?.amount_due_cents };
    await organization.post('/v1/payments/record', payment).expect(201);
  };
  afterEach(() => {
    expect(dashboard.errors).toEqual([]);
  });

  describe.each([
    ['light', DESKTOP],
    ['dark', DESKTOP],
    ['light', PHONE],
    ['dark', PHONE],
  ])('in the %s theme on a screen of %o', (theme, size) => {
    it.each(PAGES)(
      'the page %s is accessible and no wider than the screen',
      async (path, text) => {
        const { page } = dashboard;
        await page.setViewportSize(size);
        await page.evaluate(`localStorage.setItem('theme', '${theme}')`);
        await dashboard.open(path, text);
        expect(await dashboard.violations()).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(size.width);
        const name = { '/': 'home', '/invoices': 'invoices', '/deliveries': 'deliveries' }[path];
        if (PICTURES !== null && name !== undefined && theme === 'light' && size === DESKTOP) {
          await page.screenshot({ path: join(PICTURES, `dashboard-${name}.png`) });
        }
      },
      30_000,
    );
  });

  it(`shows ${CUSTOMERS} customers page by page without a stall`, async () => {
    const { page } = dashboard;
    await page.setViewportSize(DESKTOP);
    await app.database.query(
      `INSERT INTO customers (organization_id, id, external_id, name, invoice_grace_period, net_payment_term, metadata, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'many_' || i, 'Customer ' || i, 0, 30, '{}', now() - i * interval '1 minute', now()
         FROM generate_series(1, $2::integer) AS i`,
      [organization.id, CUSTOMERS],
    );
    await dashboard.open('/customers', /10,00\d in total/);
    const started = Date.now();
    for (let turned = 0; turned < 20; turned++) {
      const first = await page.locator('tbody a').first().textContent();
      await dashboard.click('link', 'Next →');
      await eventually(async () => {
        const shown = await page.locator('tbody a').first().textContent();
        return shown === first ? null : shown;
      });
    }
    expect((Date.now() - started) / 20).toBeLessThan(500);
    const longest = await page.evaluate<number>(
      `new Promise((resolve) => {
         let longest = 0;
         new PerformanceObserver((list) => {
           for (const it of list.getEntries()) longest = Math.max(longest, it.duration);
         }).observe({ type: 'longtask', buffered: true });
         setTimeout(() => resolve(longest), 5000);
       })`,
    );
    expect(longest).toBeLessThan(200);
  }, 60_000);
});
