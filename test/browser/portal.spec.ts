import { aCustomer, anInvoice, aSubscription } from '../support/builders';
import { connectSandbox, useCollecting } from '../support/collections';
import { invoiceOf } from '../support/payments';
import { PortalBrowser } from '../support/portal-browser';
import type { TestOrganization } from '../support/test-app';
import { bodyOf, type InvoiceBody } from '../support/wire';
import { accessibilityProblems, describeInBrowser, PATIENT, useBrowser, type View } from './support/browser';

const VIEWS: readonly View[] = [{}, { theme: 'dark' }, { width: 390, height: 844 }];

describeInBrowser('the portal of a customer', () => {
  const collecting = useCollecting({ ...PATIENT });
  const { app, sandbox } = collecting;
  const browser = useBrowser();
  let own: TestOrganization;
  let invoice: InvoiceBody;

  beforeEach(async () => {
    own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
    const customer = await aCustomer(own, { name: '日本', email: 'desk@example.com' });
    invoice = await anInvoice(own, { customer_id: customer.id });
    await aSubscription(own, { customer_id: customer.id });
  });

  const link = async (): Promise<string> => {
    const created = own.post(`/v1/customers/${invoice.customer_id}/portal_link`, {});
    return (await bodyOf<{ url: string }>(created, 201)).url;
  };
  /** The page of the provider is elsewhere, and that is right. */
  const allowProvider = (): void => {
    const problems = browser.problems.splice(0);
    browser.problems.push(
      ...problems.filter((it) => !it.startsWith(`request: ${sandbox().urlOf('stripe')}`)),
    );
  };

  it('leads from the link to a paid invoice, without a script', async () => {
    const page = await browser.open(app.url, { javaScript: false });
    await page.goto(await link());
    expect(new URL(page.url()).pathname).toBe('/portal');
    await page.getByRole('link', { name: `Pay ${invoice.number}` }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Payment to');
    await page.getByRole('button', { name: /^Pay 50\.00|^Pay EUR/ }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('Nothing is due').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/pay\//);
    expect((await invoiceOf(own, invoice.id)).status).toBe('paid');
    await page.goto('/portal');
    expect(await page.getByRole('cell', { name: 'Paid', exact: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    allowProvider();
  });

  it('saves a payment method on the page of the provider, and deletes it', async () => {
    const page = await browser.open(app.url, { javaScript: false });
    await page.goto(await link());
    await page.getByRole('link', { name: 'Payment methods' }).click();
    await page.getByRole('button', { name: 'Add a payment method' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('is being saved').waitFor();
    const remove = page.getByRole('button', { name: /^Delete/ });
    while ((await remove.count()) === 0) await page.goto('/portal/payment_methods');
    await remove.click();
    await page.getByText('There is nothing here yet').waitFor();
    allowProvider();
  });

  it('is accessible in both themes and on a phone, as is the page to pay', async () => {
    const visitor = new PortalBrowser(app.url);
    await visitor.open(await link());
    const [, pay = ''] = /href="([^"]*\/pay\/[^"]+)"/.exec((await visitor.get('/portal')).text) ?? [];
    const paths = ['/portal', '/portal/subscriptions', '/portal/payment_methods'].map((it) => app.url + it);
    for (const url of [...paths, pay]) {
      const { text } = await visitor.open(url);
      for (const view of VIEWS) {
        const page = await browser.open(app.url, view);
        await page.setContent(text); // the served page allows no scripts, and axe is one
        expect(await accessibilityProblems(page)).toEqual([]);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(excess).toBeLessThanOrEqual(0);
      }
    }
  });
});
