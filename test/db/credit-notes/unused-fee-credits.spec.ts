import { UnusedFeeCredits, type UnusedFeeReturn } from '../../../src/modules/credit-notes';
import type { InvoiceFunder } from '../../../src/modules/invoices';
import { Transactions, type Transaction } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import type { DomainEvent } from '../../../src/platform/outbox/event-catalogue';
import { funderOf } from '../../support/funders';
import { aTax, aCreditNote, anInvoice, aCustomer, aWallet } from '../../support/builders';
import { aBill, aBillablePlan, billed, eventsOf } from '../../support/bills';
import { CREDIT_NOTES } from '../../support/credit-notes';
import { untilLockWait } from '../../support/lock-waits';
import { gate } from '../../support/gate';
import type { InvoiceBody } from '../../support/invoice-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf, type CustomerBody } from '../../support/wire';
import type { CreditNoteBody } from '../../support/credit-wire';

const DAY_MS = 86_400_000;

describe('credits for the unused part of a fee', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let transactions: Transactions;
  let credits: UnusedFeeCredits;

  beforeAll(() => {
    transactions = app.app.get(Transactions, { strict: false });
    credits = app.app.get(UnusedFeeCredits, { strict: false });
  });
  beforeEach(async () => {
    await aTax(organization);
  });

  /** Creates an invoice with a plan fee of 31.00; the invoice is a draft if the customer has a grace period. */
  const aFee = async (
    graceDays = 0,
  ): Promise<{ customer: CustomerBody; invoice: InvoiceBody; feeId: string }> => {
    const customer = await aCustomer(organization, { tax_codes: ['vat'], invoice_grace_period: graceDays });
    const plan = await aBillablePlan(app, organization, { amount_cents: 3100, pay_in_advance: true });
    const billedAt = new Date(Date.now() - DAY_MS);
    const bill = aBill(organization, customer, plan, { occasion: 'opening', billedAt });
    const invoice = await billed(app, organization, bill);
    return { customer, invoice, feeId: invoice.fees[0]?.id ?? '' };
  };
  const credit = (feeId: string, cents: bigint, returnAs?: UnusedFeeReturn): Promise<DomainEvent[]> => {
    const unused = { organizationId: organization.id, feeId, amountCents: cents, at: new Date() };
    return transactions.run((tx) => credits.credit(tx, unused, returnAs));
  };
  const notes = async (): Promise<CreditNoteBody[]> =>
    (await listOf<CreditNoteBody>(organization.get(CREDIT_NOTES))).items;

  it('a credit creates a finalized credit note and returns its events for the caller to append', async () => {
    const { customer, invoice, feeId } = await aFee();
    const events = await credit(feeId, 1000n, 'credit');
    const [note] = await notes();
    expect(note).toMatchObject({
      number: `${invoice.number ?? ''}-CN1`,
      status: 'finalized',
      reason: 'order_change',
      invoice_id: invoice.id,
      items: [{ fee_id: feeId, amount_cents: 1000, taxes_amount_cents: 200 }],
      credit_amount_cents: 1200,
      balance_amount_cents: 1200,
    });
    expect(events).toMatchObject([
      { kind: 'credit_note.created', objectId: note?.id, object: { status: 'draft' } },
      { kind: 'credit_note.finalized', objectId: note?.id, object: note },
    ]);
    expect(await eventsOf(app, note?.id ?? '')).toEqual([]);
    const next = await anInvoice(organization, { customer_id: customer.id, amounts: [2000] });
    expect(next).toMatchObject({ credit_notes_amount_cents: 1200, amount_due_cents: 1200 });
  });

  it('an offset that pays the invoice returns the events of the invoice first', async () => {
    const { invoice, feeId } = await aFee();
    const events = await credit(feeId, 3100n);
    expect(events.map((it) => it.kind)).toEqual([
      'invoice.paid',
      'credit_note.created',
      'credit_note.finalized',
    ]);
    expect(await bodyOf(organization.get(`/v1/invoices/${invoice.id}`))).toMatchObject({
      status: 'paid',
      offset_amount_cents: 3720,
      amount_due_cents: 0,
    });
  });

  it('a note on a draft is an offset only up to what is due after the wallets of the customer', async () => {
    const { customer, invoice, feeId } = await aFee(5);
    await aWallet(organization, { customer_id: customer.id, currency: 'EUR', granted_credits: '30' });
    await credit(feeId, 1000n, 'refund');
    expect(await notes()).toMatchObject([{ refund_amount_cents: 0, offset_amount_cents: 1200 }]);
    const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${invoice.id}/finalize`));
    expect(final).toMatchObject({
      status: 'paid',
      prepaid_credit_amount_cents: 3000,
      offset_amount_cents: 720,
      amount_due_cents: 0,
    });
    expect(await notes()).toMatchObject([{ offset_amount_cents: 720, balance_amount_cents: 480 }]);
    expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });

  it('concurrent calls credit a fee only once', async () => {
    const { feeId } = await aFee();
    const events = await Promise.all(Array.from({ length: 6 }, () => credit(feeId, 1000n)));
    expect(events.filter((it) => it.length === 2)).toHaveLength(1);
    expect(await notes()).toHaveLength(1);
  });

  it('a credit is less what earlier notes have credited of the fee; an amount of 0 creates no credit note', async () => {
    const { invoice, feeId } = await aFee();
    await aCreditNote(organization, invoice, { amounts: [900] });
    expect(await credit(feeId, 0n)).toEqual([]);
    expect(await credit(feeId, 900n)).toEqual([]);
    await credit(feeId, 1000n);
    expect((await notes())[0]).toMatchObject({ total_amount_cents: 120, taxes_amount_cents: 20 });
  });

  it('an unknown fee, a fee of another organization and a fee of a voided invoice are not credited', async () => {
    expect(await credit(newId(), 100n)).toEqual([]);
    const { invoice, feeId } = await aFee();
    const stranger = await app.anOrganization();
    const foreign = { organizationId: stranger.id, feeId, amountCents: 100n, at: new Date() };
    expect(await transactions.run((tx) => credits.credit(tx, foreign))).toEqual([]);
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    expect(await credit(feeId, 100n)).toEqual([]);
    expect(await notes()).toEqual([]);
  });

  it('a credit for a fee on a draft is a draft without usable credit until the invoice is finalized', async () => {
    const { customer, invoice, feeId } = await aFee(5);
    expect(invoice.status).toBe('draft');
    expect(await credit(feeId, 1000n, 'credit')).toMatchObject([{ kind: 'credit_note.created' }]);
    const [draft] = await notes();
    const unissued = { number: null, issuing_date: null, finalized_at: null };
    expect(draft).toMatchObject({ ...unissued, status: 'draft', balance_amount_cents: 0 });
    expect(await anInvoice(organization, { customer_id: customer.id, amounts: [1] })).toMatchObject({
      credit_notes_amount_cents: 0,
    });
    const path = `${CREDIT_NOTES}/${draft?.id}`;
    const { detail } = await problemOf(organization.post(`${path}/finalize`), 400, 'invalid_state');
    expect(detail).toBe(
      'The invoice is a draft; its credit notes are finalized with it. Finalize the invoice.',
    );

    const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${invoice.id}/finalize`));
    expect(final).toMatchObject({ total_amount_cents: 3720, credit_notes_amount_cents: 0 });
    expect(await notes()).toMatchObject([
      {
        number: `${final.number ?? ''}-CN1`,
        status: 'finalized',
        issuing_date: final.issuing_date,
        balance_amount_cents: 1200,
      },
    ]);
    expect(await eventsOf(app, draft?.id ?? '')).toEqual(['credit_note.finalized']);
    expect(await anInvoice(organization, { customer_id: customer.id, amounts: [1] })).toMatchObject({
      credit_notes_amount_cents: 1,
    });
  });

  it('a voided draft on a draft invoice has no effect when the invoice is finalized', async () => {
    const { invoice, feeId } = await aFee(5);
    await credit(feeId, 1000n);
    const [draft] = await notes();
    await bodyOf(organization.post(`${CREDIT_NOTES}/${draft?.id}/void`));
    const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${invoice.id}/finalize`));
    expect(await notes()).toMatchObject([{ status: 'voided', issuing_date: null }]);
    expect(await aCreditNote(organization, final)).toMatchObject({
      number: `${final.number ?? ''}-CN2`,
      total_amount_cents: 3720,
    });
  });

  it('a note on a draft has the taxes that its fee has when the invoice is finalized', async () => {
    const { customer, invoice, feeId } = await aFee(5);
    await credit(feeId, 1000n);
    expect(await notes()).toMatchObject([{ taxes_amount_cents: 200, offset_amount_cents: 1200 }]);
    await bodyOf(organization.put(`/v1/customers/${customer.id}`, { tax_codes: [] }));
    const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${invoice.id}/finalize`));
    expect(final).toMatchObject({ taxes_amount_cents: 0 });
    const [note] = await notes();
    expect(note).toMatchObject({ items: [{ taxes_amount_cents: 0 }], taxes_amount_cents: 0 });
    expect(note).toMatchObject({ total_amount_cents: 1000, offset_amount_cents: 1000 });
    const rest = await aCreditNote(organization, final, { amounts: [2100] });
    expect(rest).toMatchObject({ taxes_amount_cents: 0, total_amount_cents: 2100 });
  });

  /** Earlier versions finalized such a note at once. */
  describe('finalizing a draft with a finalized credit note, while that note changes', () => {
    const creditAtOnce = async (feeId: string): Promise<void> => {
      await credit(feeId, 1000n, 'credit');
      await app.database.query(
        `UPDATE credit_notes SET status = 'finalized', balance_amount_cents = credit_amount_cents, finalized_at = now()
          WHERE unused_fee_id = $1`,
        [feeId],
      );
    };
    const fund = async (tx: Transaction, invoice: InvoiceBody, amountDueCents: bigint): Promise<void> => {
      const about = {
        organizationId: organization.id,
        invoiceId: invoice.id,
        customerId: invoice.customer_id,
      };
      const { amountCents } = await funder().fund(tx, { ...about, currency: 'EUR', amountDueCents });
      expect(amountCents).toBe(amountDueCents);
    };
    const release = (tx: Transaction, invoice: InvoiceBody) => {
      const about = {
        organizationId: organization.id,
        invoiceId: invoice.id,
        customerId: invoice.customer_id,
      };
      return funder().release(tx, { ...about, currency: 'EUR' });
    };
    const funder = (): InvoiceFunder => funderOf(app, 'credit_notes');
    /**
     * Runs `work` in a transaction that commits only once the finalization of the draft waits for its lock. Returns
     * the credit note.
     */
    const finalizeBeside = async (
      draft: InvoiceBody,
      work: (tx: Transaction) => Promise<unknown>,
    ): Promise<CreditNoteBody | undefined> => {
      const [done, goOn] = [gate(), gate()];
      const beside = transactions.run(async (tx) => {
        await work(tx);
        done.open();
        await goOn.opened;
      });
      await done.opened;
      const finalized = bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${draft.id}/finalize`));
      await untilLockWait(app.database);
      goOn.open();
      await Promise.all([beside, finalized]);
      return (await notes())[0];
    };

    it('keeps the remaining balance when part of the credit is being used', async () => {
      const { customer, invoice, feeId } = await aFee(3);
      await creditAtOnce(feeId);
      const later = await anInvoice(organization, { amounts: [1] });
      const note = await finalizeBeside(invoice, (tx) =>
        fund(tx, { ...later, customer_id: customer.id }, 500n),
      );
      expect(note).toMatchObject({ balance_amount_cents: 700, number: expect.any(String) as string });
    });

    it('keeps the restored balance when the credit is being released', async () => {
      const { customer, invoice, feeId } = await aFee(3);
      await creditAtOnce(feeId);
      const later = {
        ...(await anInvoice(organization, { amounts: [1] })),
        customer_id: customer.id,
      };
      await transactions.run((tx) => fund(tx, later, 1200n));
      const note = await finalizeBeside(invoice, (tx) => release(tx, later));
      expect(note).toMatchObject({ balance_amount_cents: 1200, number: expect.any(String) as string });
    });
  });
});
