import { accessibilityProblems, describeInBrowser, PATIENT, useBrowser, type View } from './support/browser';
import { aCreditNote, aCustomer, aPaymentByHand, anInvoice, aTax } from '../support/builders';
import { EXAMPLE_LOGO } from '../../src/modules/documents/logos/logo.dto';
import { useSharedOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, type InvoiceBody } from '../support/wire';

const VIEWS: readonly View[] = [{}, { theme: 'dark' }, { width: 390, height: 844 }];

describeInBrowser('the document of an invoice', () => {
  const app = useTestApp({ ...PATIENT, ROLE: 'api' });
  const organization = useSharedOrganization(app, { name: 'Acme' });
  const browser = useBrowser();
  let invoice: InvoiceBody;

  beforeAll(async () => {
    const texts = { legal_name: 'Młyn Łódź sp. z o.o.', legal_text: 'KRS 0000012345', tax_id: 'PL1' };
    const colors = { accent_color: '#ffff00', header_color: '#fefefe' };
    await organization.put('/v1/organizations/current', { ...texts, ...colors }).expect(200);
    await organization.put('/v1/organizations/current/logo', { content: EXAMPLE_LOGO }).expect(200);
    await aTax(organization);
    const customer = await aCustomer(organization, { name: '日本', city: '東京', country: 'JP' });
    invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [123_456, 99] });
  });

  it('opens by its link, and asks for nothing from elsewhere', async () => {
    const created = organization.post(`/v1/invoices/${invoice.id}/document_link`, {});
    const { url } = await bodyOf<{ url: string }>(created, 201);
    const page = await browser.open(app.url);
    expect((await page.goto(new URL(url).pathname))?.status()).toBe(200);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(invoice.number ?? '?');
    expect(await page.getByText('日本').count()).toBeGreaterThan(0);
    expect(await page.getByRole('img').count()).toBe(1);
  });

  it('is accessible on screen, on a phone and on paper, as are its stamped form and its credit note', async () => {
    const stamped = await anInvoice(organization, { customer_id: invoice.customer_id });
    await aPaymentByHand(organization, { invoice_id: stamped.id }, stamped.amount_due_cents);
    const note = await aCreditNote(organization, invoice, { amounts: [1000, 0], credit_amount_cents: 1200 });
    for (const path of [
      `/v1/invoices/${invoice.id}/document`,
      `/v1/invoices/${stamped.id}/document?stamp=current`,
      `/v1/credit_notes/${note.id}/document`,
    ]) {
      const { text } = await organization.get(path).expect(200);
      for (const view of VIEWS) {
        const page = await browser.open(app.url, view);
        await page.setContent(text); // the served page allows no scripts, and axe is one
        expect(await accessibilityProblems(page)).toEqual([]);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(excess).toBeLessThanOrEqual(0);
        await page.emulateMedia({ media: 'print' });
        expect(await accessibilityProblems(page)).toEqual([]);
      }
    }
  });
});
