import { aTax, aCreditNote, anInvoice, aCustomer, aWallet, aPaymentByHand } from '../../support/builders';
import { CREDIT_NOTES, noteOf } from '../../support/credit-notes';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, type CustomerBody } from '../../support/wire';
import type { CreditNoteBody } from '../../support/credit-wire';

describe('applying credit notes to invoices', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let customer: CustomerBody;

  beforeEach(async () => {
    await aTax(organization);
    customer = await aCustomer(organization, { tax_codes: ['vat'] });
  });
  afterEach(async () => {
    const { checks } = await bodyOf<{ checks: object[] }>(organization.get('/v1/reconciliation'));
    expect(checks.filter((it) => !('agrees' in it && it.agrees === true))).toEqual([]);
  });

  const get = (id: string): Promise<CreditNoteBody> => bodyOf(organization.get(`${CREDIT_NOTES}/${id}`));
  const act = (id: string, action: string) => organization.post(`${CREDIT_NOTES}/${id}/${action}`);

  it('credit applies to later invoices, oldest note first, and not to its own invoice', async () => {
    const first = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const older = await aCreditNote(organization, first, { amounts: [100] });
    const newer = await aCreditNote(organization, first, { amounts: [200] });
    const next = await anInvoice(organization, { customer_id: customer.id, amounts: [200] });
    expect(next).toMatchObject({ credit_notes_amount_cents: 240, status: 'paid', amount_due_cents: 0 });
    expect(await get(older.id)).toMatchObject({ balance_amount_cents: 0, credit_amount_cents: 120 });
    expect(await get(newer.id)).toMatchObject({ balance_amount_cents: 120 });
    const last = await anInvoice(organization, { customer_id: customer.id, amounts: [200] });
    expect(last).toMatchObject({
      credit_notes_amount_cents: 120,
      status: 'finalized',
      amount_due_cents: 120,
    });
  });

  it('credit notes apply before wallets', async () => {
    const first = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    await aWallet(organization, { customer_id: customer.id, paid_credits: '1' });
    await aCreditNote(organization, first, { amounts: [100] });
    const next = await anInvoice(organization, { customer_id: customer.id, amounts: [500] });
    expect(next).toMatchObject({
      credit_notes_amount_cents: 120,
      prepaid_credit_amount_cents: 100,
      amount_due_cents: 380,
    });
  });

  it('voiding an invoice restores the credit it used', async () => {
    const first = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const older = await aCreditNote(organization, first, { amounts: [100] });
    const newer = await aCreditNote(organization, first, { amounts: [200] });
    const next = await anInvoice(organization, { customer_id: customer.id, amounts: [250] });
    expect(next).toMatchObject({ credit_notes_amount_cents: 300, amount_due_cents: 0, status: 'paid' });
    const third = await anInvoice(organization, { customer_id: customer.id, amounts: [100] });
    expect(third).toMatchObject({ credit_notes_amount_cents: 60, amount_due_cents: 60 });
    await organization.post(`/v1/invoices/${third.id}/void`).expect(200);
    expect(await get(older.id)).toMatchObject({ balance_amount_cents: 0 });
    expect(await get(newer.id)).toMatchObject({ balance_amount_cents: 60 });
    expect(await anInvoice(organization, { customer_id: customer.id, amounts: [100] })).toMatchObject({
      credit_notes_amount_cents: 60,
    });
  });

  it('voiding a credited invoice is refused with 400 until the note is voided', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const draft = await aCreditNote(organization, invoice, { amounts: [100], finalize: false });
    const { id } = await aCreditNote(organization, invoice, { amounts: [100] });
    const problem = await problemOf(
      organization.post(`/v1/invoices/${invoice.id}/void`),
      400,
      'invalid_state',
    );
    expect(problem.detail).toBe('The invoice has a finalized credit note; void the credit note first.');
    await bodyOf(act(id, 'void'));
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    await problemOf(act(draft.id, 'finalize'), 400, 'invalid_state');
    const late = organization.post(CREDIT_NOTES, noteOf(invoice, [1]));
    await problemOf(late, 400, 'invalid_state');
  });

  it('reconciliation reports balances, fees and invoices that disagree with their notes', async () => {
    const first = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const { id } = await aCreditNote(organization, first, { amounts: [100] });
    const next = await anInvoice(organization, { customer_id: customer.id, amounts: [50] });
    const mismatches = async (): Promise<Record<string, unknown[]>> => {
      const { checks } = await bodyOf<{ checks: { name: string; agrees: boolean; mismatches: unknown[] }[] }>(
        organization.get('/v1/reconciliation'),
      );
      return Object.fromEntries(checks.filter((it) => !it.agrees).map((it) => [it.name, it.mismatches]));
    };
    expect(await mismatches()).toEqual({});
    const run = (statement: string, rowId = ''): Promise<unknown> => app.database.query(statement, [rowId]);
    await run('UPDATE credit_notes SET balance_amount_cents = 61 WHERE id = $1', id);
    expect(await mismatches()).toEqual({
      credit_note_balances: [{ object_type: 'credit_note', object_id: id, expected: '60', actual: '61' }],
    });
    await run('UPDATE credit_note_uses SET amount_cents = 59 WHERE invoice_id = $1', next.id);
    expect(await mismatches()).toEqual({
      invoice_credit_notes: [{ object_type: 'invoice', object_id: next.id, expected: '59', actual: '60' }],
    });
    await run('UPDATE credit_note_uses SET amount_cents = 60 WHERE invoice_id = $1', next.id);
    await run('UPDATE credit_notes SET balance_amount_cents = 60 WHERE id = $1', id);
    const feeId = first.fees[0]?.id;
    await run('UPDATE invoice_fees SET amount_cents = 99 WHERE id = $1', feeId);
    expect(await mismatches()).toMatchObject({
      credited_fees: [{ object_type: 'invoice_fee', object_id: feeId, expected: '99', actual: '100' }],
    });
    await run('UPDATE invoice_fees SET amount_cents = 1000 WHERE id = $1', feeId);
    // 1,000 and 20 % tax
    await run(
      'UPDATE credit_notes SET total_amount_cents = 1201, credit_amount_cents = 1201 WHERE id = $1',
      id,
    );
    expect(await mismatches()).toMatchObject({
      credited_invoices: [{ object_type: 'invoice', object_id: first.id, expected: '1200', actual: '1201' }],
    });
    await run(
      'UPDATE credit_notes SET total_amount_cents = 120, credit_amount_cents = 120 WHERE id = $1',
      id,
    );
  });

  it('reconciliation reports a refund status that disagrees with the refunds of payments', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const payment = await aPaymentByHand(organization, { invoice_id: invoice.id }, 1200);
    const note = await aCreditNote(organization, invoice, { amounts: [100], refund_amount_cents: 120 });
    const found = async (): Promise<unknown> => {
      const { checks } = await bodyOf<{ checks: { name: string; mismatches: unknown[] }[] }>(
        organization.get('/v1/reconciliation'),
      );
      return checks.find((it) => it.name === 'credit_note_refunds')?.mismatches;
    };
    const about = { object_type: 'credit_note', object_id: note.id };
    const set = (assignment: string) =>
      app.database.query(`UPDATE credit_notes SET ${assignment} WHERE id = $1`, [note.id]);
    expect(await found()).toEqual([]);
    await set("refund_status = 'succeeded'");
    expect(await found()).toEqual([{ ...about, expected: '0', actual: '0 succeeded' }]);
    await set("refund_status = 'pending'");
    await bodyOf(organization.post(`/v1/payments/${payment.id}/refund`, { amount_cents: 120 }));
    expect(await found()).toEqual([]);
    await set('refunded_amount_cents = 119');
    expect(await found()).toEqual([{ ...about, expected: '120 succeeded', actual: '119 succeeded' }]);
    await set('refunded_amount_cents = 120');
  });
});
