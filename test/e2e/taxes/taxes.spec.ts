import { taxCalculatorSuite } from '../../conformance/tax-calculator.suite';
import { aCreditNote, aCustomer, anInvoice, aPlan, aSubscription, aTax } from '../../support/builders';
import type { CreditNoteBody } from '../../support/credit-wire';
import type { InvoiceBody, TaxAmountBody } from '../../support/invoice-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CustomerBody,
  type TaxBody,
} from '../../support/wire';

const PATH = '/v1/taxes';
const VAT = { code: 'vat_20', name: 'VAT', rate: '20' };
const PLAN = { code: 'pro', name: 'Pro', interval: 'monthly', amount_cents: 1000, currency: 'EUR' };

describe('taxes', () => {
  const app = useTestApp();
  const organization = useOrganization(app);

  const changesOf = async (customerId: string): Promise<(string[] | undefined)[]> => {
    const rows = await app.database.query<{ payload: string }>(
      'SELECT payload FROM outbox_events WHERE object_id = $1 ORDER BY sequence',
      [customerId],
    );
    return rows.map((it) => (JSON.parse(it.payload) as { changed?: string[] }).changed);
  };

  it('a created tax is returned with all fields', async () => {
    const tax = await aTax(organization, VAT);
    expect(tax).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      ...{ ...VAT, category: 'S' },
      description: null,
      applied_to_organization: false,
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: tax.created_at,
    });
    expect(await bodyOf(organization.get(`${PATH}/${tax.id}`))).toEqual(tax);
    await problemOf(organization.post(PATH, VAT), 409, 'conflict');
    await aTax(await app.anOrganization(), VAT);
  });

  it.each([
    ['5.50', '5.5'],
    ['0', '0'],
    ['100.0000', '100'],
    ['019.6', '19.6'],
    ['0.0001', '0.0001'],
    ['-0', '0'],
  ])('a rate of %s is returned as %s', async (rate, shown) => {
    const tax = await aTax(organization, { ...VAT, rate });
    expect(tax.rate).toBe(shown);
    expect(await bodyOf(organization.get(`${PATH}/${tax.id}`))).toEqual(tax);
  });

  it.each([
    ['rate', { rate: 20 }],
    ['rate', { rate: '-1' }],
    ['rate', { rate: '100.0001' }],
    ['rate', { rate: '5.00001' }],
    ['rate', { rate: '1e1' }],
    ['rate', { rate: '20 %' }],
    ['rate', { rate: undefined }],
    ['code', { code: '' }],
    ['name', { name: 1 }],
    ['applied_to_organization', { applied_to_organization: 'yes' }],
    ['organization_id', { organization_id: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a' }],
  ])('an invalid %s is refused with 422', async (field, body) => {
    expect(await wrongFieldsOf(organization.post(PATH, { ...VAT, ...body }))).toEqual([field]);
  });

  it('an update changes the given fields; changing the code is refused with 422', async () => {
    const tax = await aTax(organization, { ...VAT, description: 'Standard' });
    const path = `${PATH}/${tax.id}`;
    const changes = { name: 'TVA', rate: '19.6', description: null };
    const changed = await bodyOf<TaxBody>(organization.put(path, changes));
    expect(changed).toEqual({ ...tax, ...changes, updated_at: changed.updated_at });
    expect(await bodyOf(organization.get(path))).toEqual(changed);
    expect(await wrongFieldsOf(organization.put(path, { code: 'other' }))).toEqual(['code']);
    expect(await wrongFieldsOf(organization.put(path, { rate: null }))).toEqual(['rate']);
  });

  it('the list is filtered by code; the code of a deleted tax can be reused', async () => {
    const { id } = await aTax(organization, VAT);
    await aTax(organization, { ...VAT, code: 'vat_5' });
    const { items, total } = await listOf<TaxBody>(organization.get(`${PATH}?code=vat_20`));
    expect([items.map((it) => it.id), total]).toEqual([[id], 1]);
    await organization.delete(`${PATH}/${id}`).expect(204);
    await problemOf(organization.get(`${PATH}/${id}`), 404, 'not_found');
    await aTax(organization, VAT);
  });

  it('the tax codes of a customer are sorted, and a duplicate is refused with 422', async () => {
    await aTax(organization, VAT);
    await aTax(organization, { ...VAT, code: 'city' });
    const body = { external_id: 'c1', tax_codes: ['vat_20', 'city'] };
    const customer = await aCustomer(organization, body);
    expect(customer.tax_codes).toEqual(['city', 'vat_20']);
    const path = `/v1/customers/${customer.id}`;
    const put = organization.put(path, { tax_codes: ['city', 'a', 'city'] });
    const { errors } = await problemOf(put, 422, 'validation_failed');
    expect(errors).toMatchObject([{ field: 'tax_codes.2', code: 'duplicate' }]);
    await aCustomer(organization, { external_id: 'c2' });
    const { items } = await listOf<CustomerBody>(organization.get('/v1/customers?order_by=external_id'));
    expect(items.map((it) => it.tax_codes)).toEqual([['city', 'vat_20'], []]);
  });

  it('changing the taxes of a customer emits customer.updated; setting the same taxes does not', async () => {
    await aTax(organization, VAT);
    await aTax(organization, { ...VAT, code: 'city' });
    const body = { external_id: 'c1', tax_codes: ['vat_20', 'city'] };
    const { id } = await aCustomer(organization, body);
    const path = `/v1/customers/${id}`;
    await organization.put(path, { tax_codes: ['city', 'vat_20'] }).expect(200);
    await organization.put(path, { name: 'Ada' }).expect(200);
    const changed = await bodyOf<CustomerBody>(organization.put(path, { name: 'Ada', tax_codes: ['city'] }));
    expect(changed).toMatchObject({ name: 'Ada', tax_codes: ['city'] });
    expect(await bodyOf(organization.get(path))).toEqual(changed);
    expect(await changesOf(id)).toEqual([undefined, ['name'], ['tax_codes']]);

    expect(await wrongFieldsOf(organization.put(path, { tax_codes: ['city', 'none'] }))).toEqual([
      'tax_codes.1',
    ]);
    expect(await bodyOf(organization.get(path))).toEqual(changed);
    expect((await bodyOf<CustomerBody>(organization.put(path, { tax_codes: [] }))).tax_codes).toEqual([]);
  });

  it('a tax of another organization is refused with 422 as unknown', async () => {
    await aTax(await app.anOrganization(), VAT);
    const customer = { external_id: 'c1', tax_codes: ['vat_20'] };
    expect(await wrongFieldsOf(organization.post('/v1/customers', customer))).toEqual(['tax_codes.0']);
    const plan = { ...PLAN, tax_codes: ['vat_20'] };
    expect(await wrongFieldsOf(organization.post('/v1/plans', plan))).toEqual(['tax_codes.0']);
  });

  it('deleting a tax of the organization, a customer or a plan is refused with 400', async () => {
    const { id } = await aTax(organization, { ...VAT, applied_to_organization: true });
    const path = `${PATH}/${id}`;
    await problemOf(organization.delete(path), 400, 'invalid_state');
    await organization.put(path, { applied_to_organization: false }).expect(200);

    const customer = { external_id: 'c1', tax_codes: ['vat_20'] };
    const { id: customerId } = await aCustomer(organization, customer);
    await problemOf(organization.delete(path), 400, 'invalid_state');
    await organization.delete(`/v1/customers/${customerId}`).expect(204);

    const { id: planId } = await aPlan(organization, { tax_codes: ['vat_20'] });
    await problemOf(organization.delete(path), 400, 'invalid_state');
    await organization.put(`/v1/plans/${planId}`, { tax_codes: [] }).expect(200);
    await organization.delete(path).expect(204);
  });

  it('concurrent deletion and assignment of a tax never both succeed', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await aTax(organization, VAT);
      const body = { external_id: `c${round}`, tax_codes: ['vat_20'] };
      const [created, deleted] = await Promise.all([
        organization.post('/v1/customers', body),
        organization.delete(`${PATH}/${id}`),
      ]);
      expect([
        [201, 400],
        [422, 204],
      ]).toContainEqual([created.status, deleted.status]);
      if (created.status !== 201) continue;
      await organization.delete(`/v1/customers/${(created.body as { id: string }).id}`).expect(204);
      await organization.delete(`${PATH}/${id}`).expect(204);
    }
  });

  describe('amounts per tax', () => {
    const GST = { code: 'gst', name: 'GST', rate: '5' };
    const QST = { code: 'qst', name: 'QST', rate: '9.975' };
    const partsOf = ({ taxes }: { taxes: TaxAmountBody[] }) =>
      taxes.map((it) => [it.code, it.base_amount_cents, it.amount_cents]);
    let customerId: string;

    beforeEach(async () => {
      for (const tax of [QST, GST]) await aTax(organization, tax);
      ({ id: customerId } = await aCustomer(organization, { tax_codes: ['gst', 'qst'] }));
    });
    const invoiceOf = (...amounts: number[]): Promise<InvoiceBody> =>
      anInvoice(organization, { customer_id: customerId, amounts });

    it('a fee splits its tax by largest remainder, and an invoice adds up its fees', async () => {
      // 50 + 100.0 (99.75) of 150; 0.5 + 0.9975 of 1; 1 + 1.995 of 3
      const invoice = await invoiceOf(1000, 10, 20);
      expect(invoice.fees.map(partsOf)).toEqual([
        [
          ['gst', 1000, 50],
          ['qst', 1000, 100],
        ],
        [
          ['gst', 10, 0],
          ['qst', 10, 1],
        ],
        [
          ['gst', 20, 1],
          ['qst', 20, 2],
        ],
      ]);
      expect(invoice.taxes).toEqual([
        { ...GST, base_amount_cents: 1030, amount_cents: 51 },
        { ...QST, base_amount_cents: 1030, amount_cents: 103 },
      ]);
      expect(invoice.taxes_amount_cents).toBe(154);
      expect(invoice.fees[0]?.applied_taxes).toEqual([GST, QST]);
      expect(await bodyOf(organization.get(`/v1/invoices/${invoice.id}`))).toEqual(invoice);
    });

    it('fees from before amounts were stored show the same amounts', async () => {
      const invoice = await invoiceOf(1000, 10);
      const stored = `(SELECT jsonb_agg(tax - 'amount_cents' ORDER BY at)
                         FROM jsonb_array_elements(applied_taxes) WITH ORDINALITY AS it (tax, at))`;
      const of = `organization_id = '${organization.id}'`;
      await app.database.query(`UPDATE invoice_fees SET applied_taxes = ${stored} WHERE ${of}`);
      expect(await bodyOf(organization.get(`/v1/invoices/${invoice.id}`))).toEqual(invoice);
      const note = await aCreditNote(organization, invoice);
      expect(note.taxes).toEqual(invoice.taxes);
      await app.database.query(`UPDATE credit_note_items SET applied_taxes = ${stored} WHERE ${of}`);
      expect(await bodyOf(organization.get(`/v1/credit_notes/${note.id}`))).toEqual(note);
    });

    it('the notes that credit a whole fee credit each tax exactly, and a voided note counts for nothing', async () => {
      const invoice = await invoiceOf(1003);
      const notes = [
        await aCreditNote(organization, invoice, { amounts: [333] }),
        await aCreditNote(organization, invoice, { amounts: [7] }),
      ];
      const voided = await aCreditNote(organization, invoice, { amounts: [500] });
      await bodyOf(organization.post(`/v1/credit_notes/${voided.id}/void`));
      notes.push(await aCreditNote(organization, invoice, { amounts: [663] }));
      for (const { taxes, taxes_amount_cents: total, items } of notes) {
        expect(taxes.reduce((sum, it) => sum + it.amount_cents, 0)).toBe(total);
        expect(items[0]?.taxes).toEqual(taxes);
      }
      const sums = ['gst', 'qst'].map((code) =>
        notes.flatMap((it) => it.taxes).filter((it) => it.code === code),
      );
      expect(
        sums.map((taxes) => [
          taxes.reduce((sum, it) => sum + it.base_amount_cents, 0),
          taxes.reduce((sum, it) => sum + it.amount_cents, 0),
        ]),
      ).toEqual(invoice.taxes.map((it) => [it.base_amount_cents, it.amount_cents]));
    });

    it('a note on a draft invoice gets the taxes that its fees have when the invoice is finalized', async () => {
      await bodyOf(organization.put(`/v1/customers/${customerId}`, { invoice_grace_period: 3 }));
      const plan = await aPlan(organization, { ...PLAN, pay_in_advance: true });
      const about = { customer_id: customerId, plan_id: plan.id, billing_time: 'anniversary' };
      const { id } = await aSubscription(organization, about);
      const [draft] = (await listOf<InvoiceBody>(organization.get(`/v1/invoices?subscription_id=${id}`)))
        .items;
      await organization.delete(`/v1/subscriptions/${id}`).expect(204);
      const amounts = async (): Promise<number[] | undefined> => {
        const notes = organization.get(`/v1/credit_notes?invoice_id=${draft?.id ?? ''}`);
        return (await listOf<CreditNoteBody>(notes)).items[0]?.taxes.map((it) => it.amount_cents);
      };
      const before = await amounts();
      for (const { id: taxId, rate } of (await listOf<TaxBody>(organization.get(PATH))).items) {
        const other = rate === GST.rate ? QST.rate : GST.rate;
        await bodyOf(organization.put(`${PATH}/${taxId}`, { rate: other }));
      }
      await bodyOf(organization.post(`/v1/invoices/${draft?.id ?? ''}/finalize`));
      expect(before).toHaveLength(2);
      expect(await amounts()).toEqual([...(before ?? [])].reverse());
    });

    it('previews show the taxes of the invoices', async () => {
      const plan = await aPlan(organization, { ...PLAN, pay_in_advance: true });
      const dearer = await aPlan(organization, { ...PLAN, code: 'max', amount_cents: 2000 });
      const about = { customer_id: customerId, plan_id: plan.id, billing_time: 'anniversary' };
      const preview = await bodyOf<InvoiceBody>(organization.post('/v1/invoices/preview', about));
      const expected = [
        ['gst', 1000, 50],
        ['qst', 1000, 100],
      ];
      expect([partsOf(preview), ...preview.fees.map(partsOf)]).toEqual([expected, expected]);
      const { id } = await aSubscription(organization, about);
      const change = await bodyOf<{ invoices: InvoiceBody[] }>(
        organization.post(`/v1/subscriptions/${id}/change_plan_preview`, { plan_id: dearer.id }),
      );
      for (const { taxes, taxes_amount_cents: total } of change.invoices) {
        expect(taxes.reduce((sum, it) => sum + it.amount_cents, 0)).toBe(total);
      }
      const invoices = await listOf<InvoiceBody>(organization.get(`/v1/invoices?subscription_id=${id}`));
      expect(invoices.items.map(partsOf)).toEqual([expected]);
    });
  });

  taxCalculatorSuite('of the taxes API', app, {
    prepare: (of) => aTax(of, { ...VAT, rate: '9.975', applied_to_organization: true }),
  });
});
