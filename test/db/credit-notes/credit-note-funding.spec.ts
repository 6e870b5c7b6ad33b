import type { FundableInvoice, InvoiceFunder } from '../../../src/modules/invoices';
import { Transactions } from '../../../src/platform/database/transactions';
import { invoiceFundingSuite } from '../../conformance/invoice-funding.suite';
import { funderOf } from '../../support/funders';
import { aCreditNote, anInvoice, aCustomer } from '../../support/builders';
import { CREDIT_NOTES } from '../../support/credit-notes';
import type { InvoiceBody } from '../../support/invoice-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, type CustomerBody } from '../../support/wire';
import type { CreditNoteBody } from '../../support/credit-wire';

describe('applying credit notes to invoices', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let customer: CustomerBody;
  let other: CustomerBody;
  let transactions: Transactions;
  let notes: InvoiceFunder;

  beforeAll(() => {
    transactions = app.app.get(Transactions, { strict: false });
    notes = funderOf(app, 'credit_notes');
  });
  beforeEach(async () => {
    customer = await aCustomer(organization);
    other = await aCustomer(organization);
  });

  const balances = async (): Promise<number[]> => {
    const list = organization.get(`${CREDIT_NOTES}?customer_id=${customer.id}&order_by=created_at`);
    return (await listOf<CreditNoteBody>(list)).items.map((it) => it.balance_amount_cents);
  };
  /**
   * Returns the arguments for funding `invoice`, as if it were an invoice of `customer` that is being
   * finalized.
   */
  const about = (invoice: InvoiceBody, amountDueCents: bigint, fields = {}): FundableInvoice => ({
    organizationId: organization.id,
    invoiceId: invoice.id,
    customerId: customer.id,
    currency: 'EUR',
    amountDueCents,
    ...fields,
  });
  const fund = async (...invoice: Parameters<typeof about>): Promise<bigint> =>
    (await transactions.run((tx) => notes.fund(tx, about(...invoice)))).amountCents;
  const invoicesOfOther = (count: number): Promise<InvoiceBody[]> =>
    Promise.all(
      Array.from({ length: count }, () => anInvoice(organization, { customer_id: other.id, amounts: [1] })),
    );

  it('concurrent invoices use exactly the available credit, oldest credit note first', async () => {
    const credited = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    for (const amount of [7, 11, 12]) await aCreditNote(organization, credited, { amounts: [amount] });
    const invoices = await invoicesOfOther(40);
    const used = await Promise.all(invoices.map((it) => fund(it, 1n)));
    expect(used.filter((it) => it === 1n)).toHaveLength(30);
    expect(used.filter((it) => it === 0n)).toHaveLength(10);
    expect(await balances()).toEqual([0, 0, 0]);
    const [row] = await app.database.query<{ sum: string }>(
      'SELECT sum(amount_cents) FROM credit_note_uses WHERE organization_id = $1',
      [organization.id],
    );
    expect(row?.sum).toBe('30');
  });

  it('concurrent releases restore exactly the credit that each invoice used', async () => {
    const credited = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    for (const amount of [7, 11, 12]) await aCreditNote(organization, credited, { amounts: [amount] });
    const invoices = await invoicesOfOther(10);
    await Promise.all(invoices.map((it) => fund(it, 3n)));
    expect(await balances()).toEqual([0, 0, 0]);
    await Promise.all(invoices.map((it) => transactions.run((tx) => notes.release(tx, about(it, 3n)))));
    expect(await balances()).toEqual([7, 11, 12]);
    const again = invoices.map((it) => transactions.run((tx) => notes.release(tx, about(it, 3n))));
    await Promise.all(again);
    expect(await balances()).toEqual([7, 11, 12]);
  });

  it('drafts, voided notes and notes for other customers, other currencies or the invoice itself are not used', async () => {
    const credited = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const foreign = await anInvoice(organization, { customer_id: other.id, amounts: [1000] });
    await aCreditNote(organization, foreign, { amounts: [100] });
    await aCreditNote(organization, credited, { amounts: [100], finalize: false });
    const voided = await aCreditNote(organization, credited, { amounts: [100] });
    await organization.post(`${CREDIT_NOTES}/${voided.id}/void`).expect(200);
    expect(await fund(foreign, 50n)).toBe(0n);
    await aCreditNote(organization, credited, { amounts: [100] });
    expect(await fund(credited, 50n)).toBe(0n);
    expect(await fund(foreign, 50n, { currency: 'USD' })).toBe(0n);
    expect(await fund(foreign, 0n)).toBe(0n);
    expect(await fund(foreign, 50n)).toBe(50n);
  });

  it('a concurrent use and void leave a credit note either used or voided', async () => {
    const credited = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const made = await Promise.all(
      Array.from({ length: 8 }, () => aCreditNote(organization, credited, { amounts: [10] })),
    );
    const invoices = await invoicesOfOther(8);
    const [used, voids] = await Promise.all([
      Promise.all(invoices.map((it) => fund(it, 10n))),
      Promise.all(made.map(({ id }) => organization.post(`${CREDIT_NOTES}/${id}/void`))),
    ]);
    const voided = voids.filter((it) => it.status === 200).length;
    expect(voids.filter((it) => it.status === 400)).toHaveLength(8 - voided);
    expect(used.reduce((sum, it) => sum + it, 0n)).toBe(BigInt((8 - voided) * 10));
  });

  it('the database rejects an inconsistent balance of a credit note', async () => {
    const credited = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    const { id } = await aCreditNote(organization, credited, { amounts: [10] });
    const set = (columns: string): Promise<unknown> =>
      app.database.query(`UPDATE credit_notes SET ${columns} WHERE id = $1`, [id]);
    await expect(set('balance_amount_cents = 11')).rejects.toThrow('credit_notes_balance');
    await expect(set('balance_amount_cents = -1')).rejects.toThrow('credit_notes_balance');
    await expect(set(`status = 'voided'`)).rejects.toThrow('credit_notes_balance');
    await expect(set('refund_amount_cents = 1')).rejects.toThrow('credit_notes_split');
    const note = await bodyOf<CreditNoteBody>(organization.get(`${CREDIT_NOTES}/${id}`));
    expect(note.balance_amount_cents).toBe(10);
  });

  invoiceFundingSuite('credit notes', app, {
    async give(of, { id: customer_id }, cents) {
      await aCreditNote(of, await anInvoice(of, { customer_id, amounts: [cents] }));
    },
  });
});
