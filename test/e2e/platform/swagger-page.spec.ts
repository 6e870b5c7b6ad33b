import type { Browser, Page } from 'playwright-core';
import { eventually } from '../../support/eventually';
import { errorsOf, hasChromium, startBrowser } from '../../support/browser';
import { SwaggerPage, type Execution } from '../../support/swagger-page';
import { useTestApp } from '../../support/use-test-app';

/** Operations in the order of their execution, by group. `swagger-operations.spec.ts` executes all without a browser. */
const STORY = [
  ['Organizations', 'createOrganization'],
  ['Organizations', 'getCurrentOrganization'],
  ['Customers', 'createCustomer'],
  ['Customers', 'getCustomer'],
  ['Billable metrics', 'createBillableMetric'],
  ['Plans', 'createPlan'],
  ['Subscriptions', 'createSubscription'],
  ['Usage events', 'createEvent'],
  ['Usage events', 'getCurrentUsage'],
  ['Dunning', 'createDunningCampaign'],
  ['Dunning', 'assignDunningCampaign'],
  ['Webhook endpoints', 'createWebhookEndpoint'],
  ['Webhook deliveries', 'streamInbox'],
  ['Webhook endpoints', 'deleteWebhookEndpoint'],
] as const;

(hasChromium() ? describe : describe.skip)('the Swagger page', () => {
  const app = useTestApp();
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  const openPage = async (url = app.url): Promise<{ page: Page; swagger: SwaggerPage; errors: string[] }> => {
    const page = await browser.newPage();
    const errors = errorsOf(page);
    return { page, swagger: await SwaggerPage.open(page, `${url}/docs`), errors };
  };
  const isStoring = (page: Page): Promise<boolean> =>
    page.evaluate('localStorage.length + sessionStorage.length > 0');

  it('fills in the key, IDs and bodies, shows streams, and stores nothing', async () => {
    const { page, swagger, errors } = await openPage();
    const executions = new Map<string, Execution>();
    for (const [group, id] of STORY) executions.set(id, await swagger.execute(group, id));
    const failed = [...executions].filter(([, { status }]) => status < 200 || status > 299);
    expect(failed).toEqual([]);
    const idFrom = (id: string): string =>
      (JSON.parse(executions.get(id)?.response ?? '') as { id: string }).id;
    expect(idFrom('getCurrentOrganization')).toBe(idFrom('createOrganization'));
    expect(idFrom('getCustomer')).toBe(idFrom('createCustomer'));
    expect(executions.get('assignDunningCampaign')?.body).toContain(idFrom('createDunningCampaign'));
    expect(executions.get('streamInbox')?.response).toMatch(/^id: /m);
    expect(executions.get('deleteWebhookEndpoint')?.url).toContain(idFrom('createWebhookEndpoint'));
    expect(errors).toEqual([]);
    expect(await isStoring(page)).toBe(false);
    await page.close();
  }, 120_000);

  it('has a filter, which searches groups, paths and summaries in any case', async () => {
    const { page, swagger, errors } = await openPage();
    expect((await swagger.groups()).length).toBeGreaterThan(15);
    await swagger.filter('RECONCILIATION');
    const shown = await eventually(async () => {
      const groups = await swagger.groups();
      return groups.length < 3 ? groups : null;
    });
    expect(shown).toEqual(['Reconciliation']);
    expect(errors).toEqual([]);
    await page.close();
  }, 60_000);

  describe('with ADMIN_TOKEN', () => {
    const token = 'admin-token-of-the-operator-0123456789';
    const guarded = useTestApp({ ADMIN_TOKEN: token });

    it('Authorize takes the token for the first organization, and stores nothing', async () => {
      const { page, swagger, errors } = await openPage(guarded.url);
      const create = (): Promise<Execution> => swagger.execute('Organizations', 'createOrganization');
      expect((await create()).status).toBe(401);
      await swagger.authorize('adminToken', token);
      expect((await create()).status).toBe(201);
      expect(errors).toEqual([]);
      expect(await isStoring(page)).toBe(false);
      await page.close();
    }, 60_000);
  });
});
