import type { Browser, Page } from 'playwright-core';
import { eventually } from '../../support/eventually';
import { errorsOf, hasChromium, startBrowser } from '../../support/browser';
import { SwaggerPage, type ListedOperation } from '../../support/swagger-page';
import { useTestApp } from '../../support/use-test-app';

/** Operations that do not return 2xx as the page fills them in, and why. Status 0: the page does not send the request. */
const EXCEPTIONS: Record<string, { status: number; reason: string }> = {
  activateSubscription: { status: 400, reason: 'the subscription of the story is active from its start' },
  previewPlanChange: {
    status: 422,
    reason: 'the story has one plan, and its subscription has the newest version',
  },
  receiveProviderWebhook: { status: 401, reason: 'only the provider can sign a notification' },
  getLinkedDocument: { status: 404, reason: 'links are opened in a browser; the page knows no token' },
  sendInvoice: { status: 400, reason: 'the installation of the story has no mail server' },
  getEmail: { status: 0, reason: 'without a mail server there is no e-mail to name' },
  getEmailMessage: { status: 0, reason: 'without a mail server there is no e-mail to name' },
  retryEmail: { status: 0, reason: 'without a mail server there is no e-mail to name' },
  reprocessProviderNotification: { status: 0, reason: 'without a signed notification there is none to name' },
  retryWebhookDelivery: {
    status: 400,
    reason: 'deliveries to an inbox succeed, and only failed ones can be retried',
  },
  deleteBillableMetric: { status: 400, reason: 'the usage of the story is on a draft' },
  deleteCustomer: { status: 400, reason: 'the customer has unpaid invoices' },
};

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

  it('executes all operations as filled in from top to bottom, and the deletions from bottom to top', async () => {
    const { page, swagger, errors } = await openPage();
    const deletions: ListedOperation[] = [];
    const wrong: object[] = [];
    const execute = async (operation: ListedOperation): Promise<void> => {
      const execution = await swagger.execute(operation);
      const expected = EXCEPTIONS[operation.id]?.status;
      const isExpected =
        expected === undefined
          ? execution.status >= 200 && execution.status < 300
          : execution.status === expected;
      if (!isExpected) wrong.push({ ...operation, ...execution });
    };
    for (const group of await swagger.groups()) {
      await swagger.toggle(group);
      for (const operation of await swagger.operationsOf(group)) {
        if (operation.method === 'DELETE') deletions.unshift(operation);
        else await execute(operation);
      }
      await swagger.toggle(group);
    }
    for (const deletion of deletions) {
      await swagger.toggle(deletion.group);
      await execute(deletion);
      await swagger.toggle(deletion.group);
    }
    const revocation = deletions.at(-1);
    if (revocation?.id !== 'revokeApiKey') throw new Error('The last operation revokes no API key');
    // The deletions have revoked the key of the example. The page now fills in the key in use.
    await swagger.toggle(revocation.group);
    await execute(revocation);
    expect(await swagger.execute(revocation)).toMatchObject({ status: 401 });
    expect(wrong).toEqual([]);
    expect(errors).toEqual([]);
    expect(await isStoring(page)).toBe(false);
    await page.close();
  }, 600_000);

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
      await swagger.toggle('Organizations');
      const creation = (await swagger.operationsOf('Organizations')).find((it) => it.method === 'POST');
      if (creation === undefined) throw new Error('The page has no operation that creates an organization');
      expect((await swagger.execute(creation)).status).toBe(401);
      await swagger.authorize('adminToken', token);
      expect((await swagger.execute(creation)).status).toBe(201);
      expect(errors).toEqual([]);
      expect(await isStoring(page)).toBe(false);
      await page.close();
    }, 60_000);
  });
});
