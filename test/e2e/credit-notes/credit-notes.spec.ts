import { aTax, aCreditNote, anInvoice, aCustomer } from '../../support/builders';
import { eventsOf } from '../../support/bills';
import { CREDIT_NOTES, noteOf, pay } from '../../support/credit-notes';
import type { InvoiceBody } from '../../support/invoice-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CustomerBody,
  type EventBody,
} from '../../support/wire';
import type { CreditNoteBody } from '../../support/credit-wire';

const UNKNOWN_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

describe('credit notes', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let customer: CustomerBody;

  beforeEach(async () => {
    await aTax(organization);
    customer = await aCustomer(organization, { tax_codes: ['vat'] });
  });

  const get = (id: string): Promise<CreditNoteBody> => bodyOf(organization.get(`${CREDIT_NOTES}/${id}`));
  const invoiceNow = (id: string): Promise<InvoiceBody> => bodyOf(organization.get(`/v1/invoices/${id}`));
  const act = (id: string, action: string) => organization.post(`${CREDIT_NOTES}/${id}/${action}`);
  /** Returns the events about these objects in the order of emission. */
  const events = async (...ids: string[]): Promise<EventBody[]> => {
    const rows = await app.database.query<{ payload: string }>(
      'SELECT payload FROM outbox_events WHERE object_id = ANY ($1) ORDER BY id',
      [ids],
    );
    return rows.map((it) => JSON.parse(it.payload) as EventBody);
  };

  it('a new credit note is a draft that credits its whole total', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000, 500] });
    const body = noteOf(invoice, [250, 500], { description: 'Sorry', reason: 'product_unsatisfactory' });
    const note = await bodyOf<CreditNoteBody>(organization.post(CREDIT_NOTES, body), 201);
    const vat = { code: 'vat', name: 'VAT', rate: '20' };
    expect(note).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      number: `${invoice.number ?? ''}-CN1`,
      invoice_id: invoice.id,
      customer_id: customer.id,
      status: 'draft',
      reason: 'product_unsatisfactory',
      description: 'Sorry',
      currency: 'EUR',
      items: [
        {
          id: expect.stringMatching(UUID_V7) as string,
          fee_id: invoice.fees[0]?.id,
          amount_cents: 250,
          taxes_amount_cents: 50,
          taxes: [{ ...vat, base_amount_cents: 250, amount_cents: 50 }],
        },
        expect.objectContaining({ fee_id: invoice.fees[1]?.id, amount_cents: 500, taxes_amount_cents: 100 }),
      ],
      credit_amount_cents: 900,
      ...{ refund_amount_cents: 0, offset_amount_cents: 0, refund_status: null },
      balance_amount_cents: 0,
      taxes_amount_cents: 150,
      taxes: [{ ...vat, base_amount_cents: 750, amount_cents: 150 }],
      tax_categories: [{ category: 'S', rate: '20', taxable_amount_cents: 750, tax_amount_cents: 150 }],
      ...{ seller: null, buyer: null, locale: null, document_sha256: null },
      total_amount_cents: 900,
      issuing_date: null,
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: note.created_at,
      finalized_at: null,
      voided_at: null,
    });
    expect(await get(note.id)).toEqual(note);
    expect(await events(note.id)).toMatchObject([
      { webhook_type: 'credit_note.created', object_type: 'credit_note', credit_note: note },
    ]);
  });

  it('finalizing a note makes its credit usable', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const { id } = await aCreditNote(organization, invoice, { amounts: [100], finalize: false });
    const note = await bodyOf<CreditNoteBody>(act(id, 'finalize'));
    const today = note.finalized_at?.slice(0, 10);
    expect(note).toMatchObject({ status: 'finalized', balance_amount_cents: 120, issuing_date: today });
    expect(note.finalized_at).toMatch(INSTANT);
    expect(await eventsOf(app, id)).toEqual(['credit_note.created', 'credit_note.finalized']);
    await problemOf(act(id, 'finalize'), 400, 'invalid_state');
    expect(await eventsOf(app, id)).toHaveLength(2);
  });

  it('creating a note with finalize emits credit_note.created and credit_note.finalized', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const note = await aCreditNote(organization, invoice, { amounts: [100] });
    expect(await events(note.id)).toMatchObject([
      { webhook_type: 'credit_note.created', credit_note: { status: 'draft', balance_amount_cents: 0 } },
      { webhook_type: 'credit_note.finalized', credit_note: note },
    ]);
  });

  it('an offset reduces the amount due on its own invoice until the invoice is paid', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    await aCreditNote(organization, invoice, { amounts: [500], offset_amount_cents: 600 });
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: 'finalized', amount_due_cents: 600 });
    const rest = await aCreditNote(organization, invoice, { amounts: [500], offset_amount_cents: 600 });
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: 'paid', amount_due_cents: 0 });
    const caused = (await events(invoice.id, rest.id)).slice(-3).map((it) => it.webhook_type);
    expect(caused).toEqual(['invoice.paid', 'credit_note.created', 'credit_note.finalized']);
  });

  it('the offset of a draft is reserved but not applied', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const split = { offset_amount_cents: 720, finalize: false };
    const draft = await aCreditNote(organization, invoice, { amounts: [600], ...split });
    expect(await invoiceNow(invoice.id)).toMatchObject({ amount_due_cents: 1200 });
    const second = organization.post(CREDIT_NOTES, noteOf(invoice, [401], { offset_amount_cents: 482 }));
    expect(await wrongFieldsOf(second)).toEqual(['items.0.amount_cents']);
    await bodyOf(act(draft.id, 'finalize'));
    expect(await invoiceNow(invoice.id)).toMatchObject({ amount_due_cents: 480 });
  });

  it('finalizing a note with an offset is refused with 400 after the invoice has been paid', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const split = { offset_amount_cents: 120, finalize: false };
    const { id } = await aCreditNote(organization, invoice, { amounts: [100], ...split });
    await pay(app, organization, invoice, 1200);
    await problemOf(act(id, 'finalize'), 400, 'invalid_state');
    expect(await get(id)).toMatchObject({ status: 'draft' });
    expect(await eventsOf(app, id)).toEqual(['credit_note.created']);
  });

  it('a refund above the amount paid and not yet refunded is refused with 422', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const refund = (cents: number, amount: number) =>
      organization.post(
        CREDIT_NOTES,
        noteOf(invoice, [amount], { refund_amount_cents: cents, finalize: true }),
      );
    expect(await wrongFieldsOf(refund(120, 100))).toEqual(['refund_amount_cents']);
    await pay(app, organization, invoice, 200);
    const note = await bodyOf<CreditNoteBody>(refund(120, 100), 201);
    expect(note).toMatchObject({ refund_amount_cents: 120, credit_amount_cents: 0, balance_amount_cents: 0 });
    const { errors } = await problemOf(refund(120, 100), 422, 'validation_failed');
    expect(errors?.[0]?.message).toContain('at most 80');
  });

  it('a note splits its total into credit, refund and offset', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    await pay(app, organization, invoice, 100);
    const split = { credit_amount_cents: 200, refund_amount_cents: 100, offset_amount_cents: 300 };
    const note = await aCreditNote(organization, invoice, { amounts: [500], ...split });
    expect(note).toMatchObject({ ...split, total_amount_cents: 600, balance_amount_cents: 200 });
    expect(await invoiceNow(invoice.id)).toMatchObject({ amount_due_cents: 800, offset_amount_cents: 300 });
  });

  it('voiding an unused note allows its fees to be credited again; voiding a used note is refused with 400', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const { id } = await aCreditNote(organization, invoice, { amounts: [1000] });
    expect(await wrongFieldsOf(organization.post(CREDIT_NOTES, noteOf(invoice, [1])))).toEqual([
      'items.0.amount_cents',
    ]);
    const note = await bodyOf<CreditNoteBody>(act(id, 'void'));
    expect(note).toMatchObject({ status: 'voided', balance_amount_cents: 0, credit_amount_cents: 1200 });
    expect(note.voided_at).toMatch(INSTANT);
    await problemOf(act(id, 'void'), 400, 'invalid_state');
    await problemOf(act(id, 'finalize'), 400, 'invalid_state');
    const again = await aCreditNote(organization, invoice, { amounts: [1000] });
    expect(again).toMatchObject({ number: `${invoice.number ?? ''}-CN2`, total_amount_cents: 1200 });
    expect(await anInvoice(organization, { customer_id: customer.id, amounts: [2000] })).toMatchObject({
      credit_notes_amount_cents: 1200,
    });
    await problemOf(act(again.id, 'void'), 400, 'invalid_state');
  });

  it('voiding a draft allows its fees to be credited again', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const { id } = await aCreditNote(organization, invoice, { amounts: [1000], finalize: false });
    expect(await bodyOf<CreditNoteBody>(act(id, 'void'))).toMatchObject({ status: 'voided' });
    await problemOf(act(id, 'finalize'), 400, 'invalid_state');
    expect(await aCreditNote(organization, invoice, { amounts: [1000] })).toMatchObject({
      status: 'finalized',
    });
  });

  it('voiding a note with a refund or offset is refused with 400', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    await pay(app, organization, invoice, 100);
    const notes = [
      await aCreditNote(organization, invoice, { amounts: [50], refund_amount_cents: 60 }),
      await aCreditNote(organization, invoice, { amounts: [50], offset_amount_cents: 60 }),
    ];
    for (const { id } of notes) await problemOf(act(id, 'void'), 400, 'invalid_state');
  });

  it('notes that credit a whole invoice add up to its total', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [33, 7, 1] });
    expect(invoice).toMatchObject({ fees_amount_cents: 41, taxes_amount_cents: 8, total_amount_cents: 49 });
    const steps = [
      [1, 1, 0],
      [1, 1, 0],
      [11, 2, 1],
      [20, 3, 0],
    ];
    let total = 0;
    for (const amounts of steps) {
      total += (await aCreditNote(organization, invoice, { amounts })).total_amount_cents;
    }
    expect(total).toBe(49);
  });

  it('the taxes of a note are those on its own amount, with several taxes and after a void', async () => {
    await aTax(organization, { code: 'gst', rate: '5' });
    await aTax(organization, { code: 'qst', rate: '9.975' });
    const { id: customer_id } = await aCustomer(organization, { tax_codes: ['gst', 'qst'] });
    const invoice = await anInvoice(organization, { customer_id, amounts: [1003] });
    // 150.19925
    expect(invoice).toMatchObject({ taxes_amount_cents: 150 });
    const credit = async (amount: number): Promise<[string, number]> => {
      const note = await aCreditNote(organization, invoice, { amounts: [amount] });
      expect(note.total_amount_cents).toBe(amount + note.taxes_amount_cents);
      return [note.id, note.taxes_amount_cents];
    };
    // 148.2525
    const [first, firstTaxes] = await credit(990);
    expect(firstTaxes).toBe(148);
    expect((await credit(13))[1]).toBe(2);
    await bodyOf(act(first, 'void'));
    // 16.92175 for 100 + 13, less 2
    expect((await credit(100))[1]).toBe(15);
    expect((await credit(890))[1]).toBe(133);
  });

  it('concurrent notes of an invoice are numbered without gaps and never exceed the invoice', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [100] });
    const body = noteOf(invoice, [10], { finalize: true });
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => organization.post(CREDIT_NOTES, body)),
    );
    const made = answers.filter((it) => it.status === 201).map((it) => it.body as CreditNoteBody);
    expect(made).toHaveLength(10);
    expect(answers.filter((it) => it.status === 422)).toHaveLength(5);
    const expected = Array.from({ length: 10 }, (_, i) => `${invoice.number ?? ''}-CN${i + 1}`);
    expect(new Set(made.map((it) => it.number))).toEqual(new Set(expected));
    expect(made.reduce((sum, it) => sum + it.total_amount_cents, 0)).toBe(120);
  });

  it('the list is filtered by customer, invoice and status', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const other = await anInvoice(organization, { amounts: [1000] });
    const draft = await aCreditNote(organization, invoice, { amounts: [1], finalize: false });
    const final = await aCreditNote(organization, invoice, { amounts: [2] });
    const foreign = await aCreditNote(organization, other, { amounts: [3] });
    const list = async (query: string): Promise<string[]> =>
      (await listOf<CreditNoteBody>(organization.get(`${CREDIT_NOTES}?${query}`))).items.map((it) => it.id);
    expect(await list('')).toEqual([foreign.id, final.id, draft.id]);
    expect(await list(`customer_id=${customer.id}`)).toEqual([final.id, draft.id]);
    expect(await list(`invoice_id=${other.id}`)).toEqual([foreign.id]);
    expect(await list('status=finalized')).toEqual([foreign.id, final.id]);
    expect(await list('status=voided')).toEqual([]);
    expect((await listOf<CreditNoteBody>(organization.get(`${CREDIT_NOTES}?limit=1`))).items).toEqual([
      foreign,
    ]);
    expect(await wrongFieldsOf(organization.get(`${CREDIT_NOTES}?status=open`))).toEqual(['status']);
  });

  it('an invalid credit note is refused with a 422 that names the field', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const wrong = (fields: object): Promise<string[]> =>
      wrongFieldsOf(organization.post(CREDIT_NOTES, noteOf(invoice, [100], fields)));
    expect(await wrong({ invoice_id: UNKNOWN_ID })).toEqual(['invoice_id']);
    expect(await wrong({ reason: 'because' })).toEqual(['reason']);
    expect(await wrong({ reason: undefined })).toEqual(['reason']);
    expect(await wrong({ items: [] })).toEqual(['items']);
    expect(await wrong({ items: [{ fee_id: UNKNOWN_ID, amount_cents: 1 }] })).toEqual(['items.0.fee_id']);
    expect(await wrong({ items: [{ fee_id: invoice.fees[0]?.id, amount_cents: 0 }] })).toEqual([
      'items.0.amount_cents',
    ]);
    expect(await wrong({ credit_amount_cents: 119 })).toEqual(['credit_amount_cents']);
    expect(await wrong({ credit_amount_cents: 100, refund_amount_cents: -20 })).toEqual([
      'refund_amount_cents',
    ]);
    expect(await wrong({ offset_amount_cents: 1.5 })).toEqual(['offset_amount_cents']);
    expect(await wrong({ finalize: 'yes' })).toEqual(['finalize']);
    expect(await wrong({ status: 'finalized' })).toEqual(['status']);
    const other = await anInvoice(organization, { customer_id: customer.id, amounts: [500] });
    expect(await wrong({ items: [{ fee_id: other.fees[0]?.id, amount_cents: 1 }] })).toEqual([
      'items.0.fee_id',
    ]);
    expect((await listOf(organization.get(CREDIT_NOTES))).total).toBe(0);
    await problemOf(organization.get(`${CREDIT_NOTES}/${UNKNOWN_ID}`), 404, 'not_found');
    await problemOf(act(UNKNOWN_ID, 'void'), 404, 'not_found');
  });
});
