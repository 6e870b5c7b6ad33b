import type { Page } from 'playwright-core';
import { describeInBrowser, useBrowser } from './support/browser';
import { SwaggerPage, type ListedOperation, type Outcome } from './support/swagger-page';
import { buildOpenApi } from '../../src/platform/openapi/openapi';
import { API_GROUPS } from '../../src/bootstrap/api-groups';
import { mailEnvironment, useMailServer } from '../support/mail-server';
import { startTestApp, type TestApp } from '../support/test-app';
import { lateBound } from '../support/use-test-app';

const ADMIN_TOKEN = 'the-admin-token-of-the-swagger-page';
/** Room for the headings of all groups. */
const HEIGHT = 2_600;
/** On an idle machine, it takes about two minutes. */
const WALK_WITHIN_MS = 1_200_000;

/** Operations that are refused to whoever executes all of them once. 0: the page sends nothing, because it knows no id. */
const EXCEPTIONS: Readonly<Record<string, { status: number; because: string }>> = {
  activateSubscription: { status: 400, because: 'the subscription is active from its start' },
  previewPlanChange: { status: 422, because: 'the one plan of the page is the current one' },
  receiveProviderWebhook: { status: 401, because: 'the notification has no signature of its provider' },
  reprocessProviderNotification: { status: 0, because: 'no provider has sent a notification' },
  getDispute: { status: 0, because: 'no payment is disputed' },
  retryWebhook: { status: 400, because: 'the delivery has not failed' },
  createRefund: { status: 400, because: 'no provider took the payment' },
  getRefund: { status: 0, because: 'no provider has refunded anything' },
  checkoutInvoice: {
    status: 400,
    because: 'no provider that collects is connected: that takes an account there',
  },
  collectInvoice: { status: 400, because: 'as above, and the customer has no payment method' },
  checkoutPaymentRequest: { status: 400, because: 'as above' },
  getCollection: { status: 0, because: 'nothing is collected without a provider that collects' },
  cancelCollection: { status: 0, because: 'as above' },
  setupPaymentMethod: { status: 400, because: 'a method is saved at a provider that collects' },
  makePaymentMethodDefault: { status: 0, because: 'as above' },
  deletePaymentMethod: { status: 0, because: 'as above' },
  getCustomerPaymentProvider: { status: 404, because: 'the customer is mapped to no customer of a provider' },
  putCustomerPaymentProvider: { status: 400, because: 'the manual provider has no customers' },
  deleteOrganization: { status: 400, because: 'the organization is not suspended' },
  deleteBillableMetric: { status: 400, because: 'usage of the metric is on a draft' },
  deleteCustomer: { status: 400, because: 'the customer has unpaid invoices' },
};

const isDelete = ({ method }: ListedOperation): boolean => method === 'DELETE';
const isSuccess = ({ status }: Outcome): boolean => status >= 200 && status < 300;

describeInBrowser('the Swagger page', () => {
  const mail = useMailServer();
  let started: TestApp | undefined;
  beforeAll(async () => {
    started = await startTestApp({ ...mailEnvironment(mail), ADMIN_TOKEN });
  });
  afterAll(() => started?.stop());
  const app = lateBound<TestApp>(() => started, 'The service has not started.');
  const browser = useBrowser();

  const open = async (): Promise<{ page: Page; swagger: SwaggerPage }> => {
    const page = await browser.open(app.url, { height: HEIGHT });
    const swagger = new SwaggerPage(page);
    await swagger.open();
    return { page, swagger };
  };

  const walk = async (swagger: SwaggerPage): Promise<Map<string, Outcome>> => {
    const outcomes = new Map<string, Outcome>();
    const execute = async (it: ListedOperation): Promise<void> => {
      const isStream = it.id === 'streamInboxRequests';
      outcomes.set(it.id, await (isStream ? swagger.executeStream(it) : swagger.execute(it)));
    };
    const deletions: ListedOperation[] = [];
    for (const group of await swagger.groups()) {
      const operations = await swagger.operations(group);
      for (const it of operations.filter((one) => !isDelete(one))) await execute(it);
      deletions.push(...operations.filter(isDelete));
    }
    for (const it of deletions.reverse()) await execute(it);
    return outcomes;
  };

  it('shows all groups in the order of the story, closed, with a box to filter them', async () => {
    const { page, swagger } = await open();
    const { tags = [] } = buildOpenApi(app.app, API_GROUPS);
    const names = tags.map((it) => it.name);
    expect([...(await swagger.groups()), names.at(-1)]).toEqual(names);
    expect(await page.locator('.opblock:not([id^="operations-webhooks-"])').count()).toBe(0);
    expect(await page.locator('.operation-filter-input').isVisible()).toBe(true);
  });

  it(
    'executes all operations from top to bottom with what it has filled in, and deletions from the bottom up',
    async () => {
      const { swagger } = await open();
      await swagger.authorize('admin', ADMIN_TOKEN);
      const outcomes = await walk(swagger);
      const paths = Object.values(buildOpenApi(app.app, API_GROUPS).paths);
      const described = paths.flatMap((it) => Object.values(it) as { operationId?: string }[]);
      expect([...outcomes.keys()].sort()).toEqual(described.flatMap((it) => it.operationId ?? []).sort());
      const refused = [...outcomes].filter(([, it]) => !isSuccess(it));
      const unexpected = refused.filter(([id, it]) => EXCEPTIONS[id]?.status !== it.status);
      expect(unexpected).toEqual([]);
      expect(refused.map(([id]) => id).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
    },
    WALK_WITHIN_MS,
  );

  it('forgets the admin token, keys and ids when it is loaded again', async () => {
    const { page, swagger } = await open();
    await swagger.authorize('admin', ADMIN_TOKEN);
    const [create, current] = await swagger.operations('Organizations');
    if (create === undefined || current === undefined) throw new Error('There are no organizations');
    expect((await swagger.execute(create)).status).toBe(201);
    expect((await swagger.execute(current)).status).toBe(200);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toMatch(/svc_|the-admin-token/);
    expect(await page.context().cookies()).toEqual([]);
    const again = new SwaggerPage(page);
    await again.open();
    const outcomes = [];
    for (const it of await again.operations('Organizations')) {
      if ([create.id, current.id].includes(it.id)) outcomes.push((await again.execute(it)).status);
    }
    expect(outcomes).toEqual([401, 401]);
  });
});
