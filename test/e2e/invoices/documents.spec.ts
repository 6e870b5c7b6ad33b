import { aCustomer, aMetric, anInvoice, aTax } from '../../support/builders';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import type { InvoiceBody } from '../../support/invoice-wire';
import { bodyOf, problemOf, wrongFieldsOf } from '../../support/wire';

const SELLER = {
  name: 'Acme',
  legal_name: 'Łódź <Widgets> & Söhne GmbH',
  address_line1: 'Hauptstraße 1',
  zipcode: '10115',
  city: 'Berlin',
  country: 'DE',
  tax_id: 'DE123456789',
  legal_text: 'Amtsgericht Berlin, HRB 12345',
  accent_color: '#AA0000',
  locale: 'de',
};
const BUYER = {
  name: 'JP',
  legal_name: '日本株式会社',
  address_line1: '千代田 1-1',
  city: '東京',
  country: 'JP',
  tax_ids: ['T1234567890123'],
};

const TAXES = '/v1/taxes';

describe('documents', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app, SELLER);

  const pageOf = async (path: string): Promise<string> => {
    const { text, headers } = await organization.get(path).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining('sandbox') as string,
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
    return text.replaceAll(/[\u00a0\u202f]/g, ' ');
  };
  const invoicePage = (id: string, query = ''): Promise<string> =>
    pageOf(`/v1/invoices/${id}/document${query}`);

  const aTaxedInvoice = async (customer: object = BUYER): Promise<InvoiceBody> => {
    await aTax(organization, { code: 'ust', name: 'USt', rate: '19' });
    const { id } = await aCustomer(organization, { ...customer, currency: 'EUR', tax_codes: ['ust'] });
    const fees = [{ description: 'Beratung', units: '1.5', unit_code: 'HUR', unit_amount_cents: 10_000 }];
    return anInvoice(organization, { customer_id: id, fees });
  };

  it('an invoice shows its parties, lines, totals and taxes in the language of the buyer', async () => {
    const invoice = await aTaxedInvoice();
    expect(invoice).toMatchObject({
      seller: { name: SELLER.legal_name, city: 'Berlin', country: 'DE', tax_ids: ['DE123456789'] },
      buyer: { name: '日本株式会社', city: '東京', country: 'JP', tax_ids: ['T1234567890123'] },
      locale: 'de',
      tax_categories: [{ category: 'S', rate: '19', taxable_amount_cents: 15_000, tax_amount_cents: 2850 }],
    });
    const page = await invoicePage(invoice.id);
    expect(page).toContain('<html lang="de">');
    expect(page).toContain(`<h1 dir="auto">Rechnung ${invoice.number ?? ''}</h1>`);
    for (const text of [
      'Łódź &lt;Widgets&gt; &amp; Söhne GmbH',
      'Hauptstraße 1<br>10115 Berlin<br>Deutschland<br>Steuernummer: DE123456789',
      '日本株式会社',
      '千代田 1-1<br>東京<br>Japan<br>Steuernummer: T1234567890123',
      '1,5 Std.',
      '100,00 €',
      '19 %',
      '150,00 €',
      '28,50 €',
      '178,50 €',
      'Regelsatz (S)',
      'Amtsgericht Berlin, HRB 12345',
      '--accent:#aa0000',
    ]) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain('class="stamp"');
  });

  it('a customer may have another locale', async () => {
    const { id } = await aTaxedInvoice({ ...BUYER, locale: 'fr_ca' });
    const page = await invoicePage(id);
    expect(page).toContain('<html lang="fr-CA">');
    expect(page).toContain('178,50 €');
    expect(page).toContain('Montant dû');
  });

  it('a change of seller or buyer does not change a final document', async () => {
    const { id, customer_id: customerId } = await aTaxedInvoice();
    const page = await invoicePage(id);
    const invoice = await bodyOf(organization.get(`/v1/invoices/${id}`));
    await organization.put('/v1/organizations/current', { legal_name: 'Other', locale: 'en' }).expect(200);
    await organization.put(`/v1/customers/${customerId}`, { legal_name: null }).expect(200);
    expect(await invoicePage(id)).toBe(page);
    expect(await bodyOf(organization.get(`/v1/invoices/${id}`))).toEqual(invoice);
  });

  it('?stamp=current shows what was paid since and the stamp; the document itself stays as it was', async () => {
    const invoice = await aTaxedInvoice();
    const before = await invoicePage(invoice.id);
    const payment = { invoice_id: invoice.id, amount_cents: 17_850, currency: 'EUR' };
    await organization.post('/v1/payments/record', payment).expect(201);
    const paid = await invoicePage(invoice.id, '?stamp=current');
    expect(paid).toContain('<p class="stamp">BEZAHLT</p>');
    expect(paid).toContain('-178,50 €');
    expect(paid).toContain('>0,00 €<');
    expect(await invoicePage(invoice.id)).toBe(before);
    const other = await aTaxedInvoiceToVoid();
    expect(await invoicePage(other, '?stamp=current')).toContain('<p class="stamp">STORNIERT</p>');
    expect(await wrongFieldsOf(organization.get(`/v1/invoices/${invoice.id}/document?stamp=paid`))).toEqual([
      'stamp',
    ]);
  });

  const aTaxedInvoiceToVoid = async (): Promise<string> => {
    const { id: customer_id } = await aCustomer(organization);
    const { id } = await anInvoice(organization, { customer_id });
    await organization.post(`/v1/invoices/${id}/void`).expect(200);
    return id;
  };

  it('a credit note shows the invoice that it credits and the reason; a draft is marked and has no number', async () => {
    const invoice = await aTaxedInvoice();
    const items = [{ fee_id: invoice.fees[0]?.id, amount_cents: 5000 }];
    const body = { invoice_id: invoice.id, reason: 'order_change', items };
    const note = await bodyOf<{ id: string; number: string }>(
      organization.post('/v1/credit_notes', body),
      201,
    );
    const path = `/v1/credit_notes/${note.id}/document`;
    const draft = await pageOf(path);
    expect(draft).toContain('<p class="stamp">ENTWURF</p>');
    expect(draft).not.toContain(note.number);
    await organization.post(`/v1/credit_notes/${note.id}/finalize`).expect(200);
    const final = await pageOf(path);
    expect(final).toContain(`<h1 dir="auto">Rechnungskorrektur ${note.number}</h1>`);
    for (const text of [invoice.number ?? '', 'Änderung der Bestellung', 'Beratung', '50,00 €', '59,50 €']) {
      expect(final).toContain(text);
    }
    expect(final).not.toContain('class="stamp"');
    expect(await bodyOf(organization.get(`/v1/credit_notes/${note.id}`))).toMatchObject({
      seller: { name: SELLER.legal_name },
      buyer: { name: '日本株式会社' },
      locale: 'de',
    });
  });

  it('documents of other organizations do not exist', async () => {
    const { id } = await aTaxedInvoice();
    const other = await app.anOrganization();
    await problemOf(other.get(`/v1/invoices/${id}/document`), 404, 'not_found');
    await problemOf(other.get(`/v1/credit_notes/${id}/document`), 404, 'not_found');
  });

  it('the unit of a metric is a code of UN/ECE Recommendation 20', async () => {
    const metric = { code: 'gb', name: 'Storage', aggregation_type: 'count', unit_code: 'e34' };
    expect(await aMetric(organization, metric)).toMatchObject({ unit_code: 'E34' });
    const wrong = { ...metric, code: 'other', unit_code: 'gigabyte' };
    expect(await wrongFieldsOf(organization.post('/v1/billable_metrics', wrong))).toEqual(['unit_code']);
  });

  it('a category that allows no rate is refused with 422; the category follows the rate by default', async () => {
    const exempt = { code: 'exempt', name: 'Exempt', category: 'E' };
    expect(await wrongFieldsOf(organization.post(TAXES, { ...exempt, rate: '5' }))).toEqual(['rate']);
    expect(await wrongFieldsOf(organization.post(TAXES, { ...exempt, rate: '0', category: 'X' }))).toEqual([
      'category',
    ]);
    const tax = await aTax(organization, { ...exempt, rate: '0' });
    expect(tax).toMatchObject({ category: 'E' });
    const path = `${TAXES}/${tax.id}`;
    expect(await wrongFieldsOf(organization.put(path, { rate: '5' }))).toEqual(['rate']);
    expect(await bodyOf(organization.put(path, { category: null }))).toMatchObject({ category: 'Z' });
    expect(await bodyOf(organization.put(path, { rate: '5' }))).toMatchObject({ category: 'S' });
  });
});
