import { UnusedFeeCredits, type UnusedFeeReturn } from '../../../src/modules/credit-notes';
import { Transactions } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import type { DomainEvent } from '../../../src/platform/outbox/event-catalogue';
import { aBill, aCustomer, aPlan, billed, eventsOf } from '../../support/bills';
import { CREDIT_NOTES, aCreditNote, anInvoice, pay } from '../../support/credit-notes';
import { useOrganization, useProvider, useTestApp } from '../../support/use-test-app';
import {
  bodyOf,
  listOf,
  problemOf,
  type CreditNoteBody,
  type CustomerBody,
  type InvoiceBody,
} from '../../support/wire';

const DAY_MS = 86_400_000;
/** When the rest of the fee became unused. */
const AT = new Date('2026-06-01T12:00:00Z');

describe('credits for the unused part of a fee', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  const transactions = useProvider(app, Transactions);
  const credits = useProvider(app, UnusedFeeCredits);

  beforeEach(async () => {
    await organization.post('/v1/taxes', { code: 'vat', name: 'VAT', rate: '20' }).expect(201);
  });

  it('crediting an unused fee of a paid invoice creates a finalized note whose events the caller appends', async () => {
    const { customer, invoice, feeId } = await aFee();
    await pay(app, organization, invoice, 3720);
    const events = await credit(feeId, 1000n);
    const [note] = await notes();
    expect(note).toMatchObject({
      number: `${invoice.number ?? ''}-CN1`,
      status: 'finalized',
      reason: 'order_change',
      invoice_id: invoice.id,
      items: [{ fee_id: feeId, amount_cents: 1000, taxes_amount_cents: 200 }],
      credit_amount_cents: 1200,
      balance_amount_cents: 1200,
      issuing_date: '2026-06-01',
    });
    expect(events).toMatchObject([
      { kind: 'credit_note.created', objectId: note?.id, object: { status: 'draft' } },
      { kind: 'credit_note.finalized', objectId: note?.id, object: note },
    ]);
    expect(await eventsOf(app, note?.id ?? '')).toEqual([]);
    const next = await anInvoice(organization, customer, [2000]);
    expect(next).toMatchObject({ credit_notes_amount_cents: 1200, amount_due_cents: 1200 });
  });

  it('the credit for a fee that is not paid is an offset, which can pay the rest of the invoice', async () => {
    const { customer, invoice, feeId } = await aFee();
    await pay(app, organization, invoice, 3000);
    const events = await credit(feeId, 1000n);
    expect((await notes())[0]).toMatchObject({ offset_amount_cents: 720, credit_amount_cents: 480 });
    expect(events.map((it) => it.kind)).toEqual([
      'invoice.paid',
      'credit_note.created',
      'credit_note.finalized',
    ]);
    expect(await bodyOf<InvoiceBody>(organization.get(`/v1/invoices/${invoice.id}`))).toMatchObject({
      status: 'paid',
      offset_amount_cents: 720,
    });
    expect(await anInvoice(organization, customer, [2000])).toMatchObject({ credit_notes_amount_cents: 480 });
  });

  it('an unused fee is credited once, also concurrently', async () => {
    const { feeId } = await aFee();
    const events = await Promise.all(Array.from({ length: 6 }, () => credit(feeId, 1000n)));
    expect(events.filter((it) => it.length === 2)).toHaveLength(1);
    expect(await notes()).toHaveLength(1);
  });

  it('what earlier notes credited is not credited again, and nothing is credited for 0', async () => {
    const { invoice, feeId } = await aFee();
    await aCreditNote(organization, invoice, [900]);
    expect(await credit(feeId, 0n)).toEqual([]);
    expect(await credit(feeId, 900n)).toEqual([]);
    await credit(feeId, 1000n);
    expect((await notes())[0]).toMatchObject({ total_amount_cents: 120, taxes_amount_cents: 20 });
  });

  it("an unknown fee, another organization's and a voided invoice's fee are not credited", async () => {
    expect(await credit(newId(), 100n)).toEqual([]);
    const { invoice, feeId } = await aFee();
    const stranger = await app.anOrganization();
    const foreign = { organizationId: stranger.id, feeId, amountCents: 100n, at: AT };
    expect(await transactions.run((tx) => credits.credit(tx, foreign))).toEqual([]);
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    expect(await credit(feeId, 100n)).toEqual([]);
    expect(await notes()).toEqual([]);
  });

  it('a note on a draft is a draft until the invoice is final', async () => {
    const { customer, invoice, feeId } = await aFee(5);
    expect(invoice.status).toBe('draft');
    expect((await credit(feeId, 1000n)).map((it) => it.kind)).toEqual(['credit_note.created']);
    const [draft] = await notes();
    expect(draft).toMatchObject({
      number: null,
      status: 'draft',
      issuing_date: null,
      balance_amount_cents: 0,
    });
    const path = `${CREDIT_NOTES}/${draft?.id ?? ''}/finalize`;
    await problemOf(organization.post(path), 400, 'invalid_state');
    expect(await anInvoice(organization, customer, [1])).toMatchObject({ credit_notes_amount_cents: 0 });
    const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${invoice.id}/finalize`));
    expect(final).toMatchObject({
      total_amount_cents: 3720,
      credit_notes_amount_cents: 0,
      offset_amount_cents: 1200,
      amount_due_cents: 2520,
    });
    expect(await notes()).toMatchObject([
      { status: 'finalized', number: `${final.number ?? ''}-CN1`, issuing_date: final.issuing_date },
    ]);
    expect(await eventsOf(app, draft?.id ?? '')).toEqual(['credit_note.finalized']);
  });

  it('credit of a note on a draft is available from its finalization on', async () => {
    const { customer, invoice, feeId } = await aFee(5);
    await credit(feeId, 1000n, 'credit');
    expect(await notes()).toMatchObject([{ status: 'draft', credit_amount_cents: 1200 }]);
    expect(await anInvoice(organization, customer, [1])).toMatchObject({ credit_notes_amount_cents: 0 });
    await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${invoice.id}/finalize`));
    expect(await notes()).toMatchObject([{ status: 'finalized', balance_amount_cents: 1200 }]);
    expect(await anInvoice(organization, customer, [1])).toMatchObject({ credit_notes_amount_cents: 1 });
  });

  it('a note on a draft that a wallet pays becomes credit, one that it pays in part an offset and credit', async () => {
    for (const [credits, split] of [
      ['100', { offset_amount_cents: 0, credit_amount_cents: 1200 }],
      ['30', { offset_amount_cents: 720, credit_amount_cents: 480 }],
    ] as const) {
      const { customer, invoice, feeId } = await aFee(5);
      const wallet = {
        customer_id: customer.id,
        currency: 'EUR',
        rate_amount: '1',
        granted_credits: credits,
      };
      await organization.post('/v1/wallets', wallet).expect(201);
      await credit(feeId, 1000n);
      expect((await notes())[0]).toMatchObject({ offset_amount_cents: 1200, credit_amount_cents: 0 });
      const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${invoice.id}/finalize`));
      expect(final).toMatchObject({ status: 'paid', amount_due_cents: 0 });
      expect((await eventsOf(app, final.id)).filter((it) => it === 'invoice.paid')).toHaveLength(1);
      expect((await notes())[0]).toMatchObject({ status: 'finalized', ...split });
    }
  });

  it('a note on a draft is taxed by the final fee', async () => {
    const { customer, invoice, feeId } = await aFee(5);
    await credit(feeId, 1000n);
    await bodyOf(organization.put(`/v1/customers/${customer.id}`, { tax_codes: [] }));
    const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${invoice.id}/finalize`));
    expect(final).toMatchObject({ taxes_amount_cents: 0, offset_amount_cents: 1000 });
    expect(await notes()).toMatchObject([
      { taxes_amount_cents: 0, total_amount_cents: 1000, items: [{ taxes_amount_cents: 0 }] },
    ]);
    const rest = await aCreditNote(organization, final, [2100]);
    expect(rest).toMatchObject({ taxes_amount_cents: 0, total_amount_cents: 2100 });
  });

  it('a note on a draft goes by the discounts of its moment, whether or not the draft was read since', async () => {
    const { customer, invoice, feeId } = await aFee(5);
    const half = { code: 'half', name: 'Half', coupon_type: 'percentage', percentage_rate: '50' };
    await organization.post('/v1/coupons', { ...half, frequency: 'forever' }).expect(201);
    await organization.post(`/v1/customers/${customer.id}/coupons`, { coupon_code: 'half' }).expect(201);
    await credit(feeId, 1000n);
    expect(await notes()).toMatchObject([{ items: [{ amount_cents: 500, taxes_amount_cents: 100 }] }]);
    expect(await bodyOf(organization.get(`/v1/invoices/${invoice.id}`))).toMatchObject({
      fees: [{ net_amount_cents: 1550 }],
    });
  });

  it('a voided note on a draft gets its number and nothing else', async () => {
    const { invoice, feeId } = await aFee(5);
    await credit(feeId, 1000n);
    const [{ id } = { id: '' }] = await notes();
    await organization.post(`${CREDIT_NOTES}/${id}/void`).expect(200);
    const final = await bodyOf<InvoiceBody>(organization.post(`/v1/invoices/${invoice.id}/finalize`));
    expect(final).toMatchObject({ offset_amount_cents: 0, amount_due_cents: 3720 });
    expect(await notes()).toMatchObject([{ status: 'voided', number: `${final.number ?? ''}-CN1` }]);
  });

  /** The invoice of a plan's fee of 31.00, a draft when the customer has days of grace. */
  async function aFee(
    graceDays = 0,
  ): Promise<{ customer: CustomerBody; invoice: InvoiceBody; feeId: string }> {
    const customer = await aCustomer(organization, { tax_codes: ['vat'], invoice_grace_period: graceDays });
    const plan = await aPlan(app, organization, { amount_cents: 3100, pay_in_advance: true });
    const billedAt = new Date(Date.now() - DAY_MS);
    const bill = aBill(organization, customer, plan, { occasion: 'opening', billedAt });
    const invoice = await billed(app, organization, bill);
    return { customer, invoice, feeId: invoice.fees[0]?.id ?? '' };
  }

  function credit(feeId: string, cents: bigint, returnAs?: UnusedFeeReturn): Promise<DomainEvent[]> {
    const unused = { organizationId: organization.id, feeId, amountCents: cents, at: AT };
    return transactions.run((tx) =>
      credits.credit(tx, returnAs === undefined ? unused : { ...unused, returnAs }),
    );
  }

  async function notes(): Promise<CreditNoteBody[]> {
    return (await listOf<CreditNoteBody>(organization.get(CREDIT_NOTES))).items;
  }
});
