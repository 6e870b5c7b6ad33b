import { Injectable, Module } from '@nestjs/common';
import { INVOICE_DOCUMENT, type Block, type DocumentTemplate } from '../../src/modules/documents';
import { extend } from '../../src/platform/extensions';
import { LANGUAGES, textIn } from '../../src/platform/locales';
import { aCustomer, anInvoice, aTax } from '../support/builders';
import type { InvoiceBody } from '../support/invoice-wire';
import type { TestApp, TestOrganization } from '../support/test-app';
import { bodyOf, problemOf } from '../support/wire';

const SELLER = 'Łódź <b>Widgets</b> & Co';
const BUYER = '日本 "株式会社"';
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (it) => ESCAPED[it] ?? it);

const pageOf = async (organization: TestOrganization, path: string): Promise<string> =>
  (await organization.get(path).expect(200)).text.replaceAll(/[\u00a0\u202f]/g, ' ');

/** Declares the tests that every template of documents must pass (docs/extending.md#invoice-document). */
export function documentTemplateSuite(name: string, app: TestApp): void {
  describe(`the document template "${name}"`, () => {
    const aSeller = (locale: string): Promise<TestOrganization> =>
      app.anOrganization({ legal_name: SELLER, document_template: name, locale });
    const aBilledInvoice = async (organization: TestOrganization): Promise<InvoiceBody> => {
      await aTax(organization, { rate: '19', applied_to_organization: true });
      const { id } = await aCustomer(organization, { name: BUYER, currency: 'EUR' });
      const fees = [
        { description: 'Set-up & <more>', units: '1.5', unit_amount_cents: 10_000 },
        { description: 'Nothing', units: '1', unit_amount_cents: 0 },
      ];
      return anInvoice(organization, { customer_id: id, fees });
    };

    it.each(LANGUAGES)('shows number, parties, lines and totals in %s', async (locale) => {
      const organization = await aSeller(locale);
      const invoice = await aBilledInvoice(organization);
      const page = await pageOf(organization, `/v1/invoices/${invoice.id}/document`);
      expect(page).toContain(`<html lang="${locale}">`);
      for (const text of [invoice.number ?? '-', SELLER, BUYER, 'Set-up & <more>', 'Nothing']) {
        expect(page).toContain(escaped(text));
      }
      for (const cents of [15_000, 2850, 17_850]) {
        const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(
          cents / 100,
        );
        expect(page).toContain(amount.replaceAll(/[\u00a0\u202f]/g, ' '));
      }
      expect(await pageOf(organization, `/v1/invoices/${invoice.id}/document`)).toBe(page);
    });

    it('marks drafts, paid and voided documents, and draws credit notes', async () => {
      const organization = await aSeller('en');
      const invoice = await aBilledInvoice(organization);
      const items = [{ fee_id: invoice.fees[0]?.id, amount_cents: 100 }];
      const note = { invoice_id: invoice.id, reason: 'other', items };
      const { id } = await bodyOf<{ id: string }>(organization.post('/v1/credit_notes', note), 201);
      const path = `/v1/credit_notes/${id}/document`;
      expect(await pageOf(organization, path)).toContain(textIn('en', 'draft'));
      await organization.post(`/v1/credit_notes/${id}/void`).expect(200);
      expect(await pageOf(organization, `${path}?stamp=current`)).toContain(textIn('en', 'void'));
      const payment = { invoice_id: invoice.id, amount_cents: 17_850, currency: 'EUR' };
      await organization.post('/v1/payments/record', payment).expect(201);
      const current = await pageOf(organization, `/v1/invoices/${invoice.id}/document?stamp=current`);
      expect(current).toContain(textIn('en', 'paid'));
    });
  });
}

/** Each name of a seller makes it return something else that is no document. */
@Injectable()
class HostileTemplate implements DocumentTemplate {
  readonly name = 'hostile';

  blocks({ seller: { name } }: Parameters<DocumentTemplate['blocks']>[0]): Block[] {
    const title = { type: 'heading', level: 1, text: 'Invoice' } as const;
    const wrong: Record<string, unknown> = {
      nothing: undefined,
      untitled: [],
      twice: [title, title],
      number: [title, { type: 'paragraph', text: 5 }],
      unknown: [title, { type: 'script', text: 'alert(1)' }],
      short: [title, { type: 'table', caption: '', columns: [{}], rows: [{ cells: [] }] }],
    };
    if (name === 'throws') throw new Error('out of ink');
    return wrong[name ?? ''] as Block[];
  }
}

@Module({ providers: [HostileTemplate, extend(INVOICE_DOCUMENT, HostileTemplate)] })
export class HostileTemplateModule {}

/** Declares the tests of templates that break the contract; the application has `HostileTemplateModule`. */
export function hostileDocumentTemplateSuite(app: TestApp): void {
  it.each(['throws', 'nothing', 'untitled', 'twice', 'number', 'unknown', 'short'])(
    'a document template that returns a wrong document (%s) fails its own documents only',
    async (legal_name) => {
      const organization = await app.anOrganization({ legal_name, document_template: 'hostile' });
      const { id: customer_id } = await aCustomer(organization);
      const invoice = await anInvoice(organization, { customer_id });
      const path = `/v1/invoices/${invoice.id}/document`;
      await problemOf(organization.get(path), 500, 'internal_error');
      await organization.put('/v1/organizations/current', { document_template: 'standard' }).expect(200);
      await problemOf(organization.get(path), 500, 'internal_error'); // the template is frozen
      const next = await anInvoice(organization, { customer_id });
      await organization.get(`/v1/invoices/${next.id}/document`).expect(200);
    },
  );
}
