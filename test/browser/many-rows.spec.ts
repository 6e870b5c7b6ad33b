import { describeInBrowser, PATIENT, useBrowser } from './support/browser';
import { settled, signInWith } from './support/signed-in';
import { aCustomer } from '../support/builders';
import { useSharedOrganization, useTestApp } from '../support/use-test-app';

const CUSTOMERS = 10_000;
/** Generous: a page of rows is far below it, ten thousand of them far above. */
const LONGEST_TASK_MS = 1_000;
const MAX_NODES = 3_000;

describeInBrowser(`an organization with ${CUSTOMERS} customers`, () => {
  const app = useTestApp(PATIENT);
  const organization = useSharedOrganization(app, { name: 'Acme' });
  const browser = useBrowser();

  beforeAll(async () => {
    const { id } = await aCustomer(organization, { external_id: 'many', name: 'Customer' });
    await app.database.query(
      `INSERT INTO customers
       SELECT (jsonb_populate_record(NULL::customers, to_jsonb(source) || jsonb_build_object(
                'id', gen_random_uuid(), 'external_id', 'many_' || number, 'name', 'Customer ' || number,
                'created_at', source.created_at + number * interval '1 millisecond'))).*
         FROM customers AS source, generate_series(1, $2) AS number WHERE source.id = $1`,
      [id, CUSTOMERS],
    );
    await app.database.query('ANALYZE customers');
  });

  it('is listed, searched and paged through without a stall', async () => {
    const page = await browser.open(app.url);
    await page.addInitScript(() => {
      const tasks: number[] = [];
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map((it) => it.duration))).observe({
        type: 'longtask',
        buffered: true,
      });
      Object.assign(window, { longTasks: tasks });
    });
    await signInWith(page, organization.rawKey, '/dashboard/customers');
    await settled(page);
    const names = page.locator('#content').getByRole('row').getByRole('link');
    await names.first().waitFor();
    const seen = new Set(await names.allTextContents());
    for (let turn = 1; turn <= 5; turn += 1) {
      const first = (await names.first().textContent()) ?? '';
      await page.getByRole('button', { name: 'Next' }).click();
      await names.filter({ hasText: new RegExp(`^${first}$`) }).waitFor({ state: 'detached' });
      for (const name of await names.allTextContents()) seen.add(name);
    }
    expect(seen.size).toBe(6 * 25);

    await page.getByRole('searchbox').fill('Customer 7777');
    await page.getByRole('link', { name: 'Customer 7777', exact: true }).waitFor();
    const { longest, nodes } = await page.evaluate(() => ({
      longest: Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks),
      nodes: document.querySelectorAll('*').length,
    }));
    expect(longest).toBeLessThan(LONGEST_TASK_MS);
    expect(nodes).toBeLessThan(MAX_NODES);
  });

  it('is found from every page with the key /', async () => {
    const page = await browser.open(app.url);
    await signInWith(page, organization.rawKey, '/dashboard/plans');
    await settled(page);
    await page.keyboard.press('/');
    const search = page.getByRole('combobox', { name: 'Search' });
    await search.fill('Customer 4711');
    await page.getByRole('option', { name: /Customer 4711/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Customer 4711' }).waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    await page.goto('/dashboard');
    await settled(page);
    await page.keyboard.press('/');
    await search.fill(id);
    await page.getByRole('option', { name: new RegExp(id) }).click();
    await page.waitForURL(`**/dashboard/customers/${id}`);
  });
});
