import { aCustomer, anInvoice } from '../support/builders';
import { checkout, connectSandbox, useCollecting } from '../support/collections';
import type { TestOrganization } from '../support/test-app';
import { accessibilityProblems, describeInBrowser, PATIENT, useBrowser, type View } from './support/browser';

const VIEWS: readonly (View & { name: string })[] = [
  { name: 'light', theme: 'light' },
  { name: 'dark', theme: 'dark' },
  { name: 'a phone', theme: 'light', width: 360, height: 740 },
];

describeInBrowser('the page to pay', () => {
  const collecting = useCollecting({ ...PATIENT });
  const { app, sandbox } = collecting;
  const browser = useBrowser();
  let own: TestOrganization;

  /** Returns the page to pay of an invoice that three providers take. */
  const aPage = async (locale: string): Promise<string> => {
    own = await app.anOrganization();
    for (const provider of ['stripe', 'gocardless', 'razorpay'])
      await connectSandbox(collecting, own, provider);
    const customer = await aCustomer(own, { locale });
    const invoice = await anInvoice(own, { customer_id: customer.id });
    return (await checkout(own, invoice.id, { provider: 'stripe' })).url;
  };

  it.each(VIEWS)('with several providers is accessible: $name', async (view) => {
    const url = await aPage('en');
    const page = await browser.open(app.url, view);
    await page.setContent(await (await fetch(url)).text()); // the served page allows no scripts, and axe is one
    await page.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
    expect(await page.getByRole('button').allTextContents()).toEqual([
      expect.stringMatching(/^Pay .*50\.00 with Stripe$/),
      expect.stringMatching(/^Pay .*50\.00 with GoCardless$/),
      expect.stringMatching(/^Pay .*50\.00 with Razorpay$/),
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('leads to the chosen provider by the keyboard alone, in the language of the customer', async () => {
    const url = await aPage('de');
    const page = await browser.open(app.url, { javaScript: false });
    await page.goto(url);
    for (const provider of ['Stripe', 'GoCardless']) {
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toContain(provider);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL((it) => it.href.startsWith(sandbox().urlOf('gocardless')));
    browser.problems.splice(0); // the page of the provider is elsewhere, and that is right
  });

  it('says accessibly that nothing is due', async () => {
    const url = await aPage('en');
    const [invoice] = (await own.get('/v1/invoices').expect(200)).body as { id: string }[];
    const id = invoice?.id ?? '';
    await own.post('/v1/payments/record', { invoice_id: id, amount_cents: 5000 }).expect(201);
    const page = await browser.open(app.url);
    await page.setContent(await (await fetch(url)).text());
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
