import type { QueryRunner } from 'typeorm';
import { RefundsByHandBesideTotals1764520000000 } from '../../../src/migrations/1764520000000-refunds-by-hand-beside-totals';
import { aCreditNote, aCustomer, anInvoice, aPayment, aPaymentByHand, aTax } from '../../support/builders';
import { CREDIT_NOTES, noteOf } from '../../support/credit-notes';
import type { CreditNoteBody } from '../../support/credit-wire';
import type { InvoiceBody } from '../../support/invoice-wire';
import {
  connect,
  deliver,
  notificationsOf,
  pathOfUrl,
  paymentOf,
  stripeEvent,
  stripeSuccess,
} from '../../support/payments';
import { signStripe } from '../../support/provider-messages';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type CustomerBody } from '../../support/wire';

const SECRET = 'a secret of the provider';

describe('refunds of payments and of credit notes', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  let customer: CustomerBody;

  beforeEach(async () => {
    await aTax(organization);
    customer = await aCustomer(organization, { tax_codes: ['vat'] });
  });
  afterEach(async () => {
    expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });

  const paid = async (...cents: number[]): Promise<[InvoiceBody, ...string[]]> => {
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [10_000] });
    const payments: string[] = [];
    for (const it of cents) {
      payments.push((await aPaymentByHand(organization, { invoice_id: invoice.id }, it)).id);
    }
    return [invoice, ...payments];
  };
  const refund = (payment: string | undefined, amount?: number) =>
    organization.post(`/v1/payments/${payment}/refund`, amount === undefined ? {} : { amount_cents: amount });
  /** Credits an amount before taxes of 20 % and refunds it with its taxes. */
  const noteFor = (invoice: InvoiceBody, net: number, fields: object = {}) =>
    organization.post(
      CREDIT_NOTES,
      noteOf(invoice, [net], { refund_amount_cents: net * 1.2, finalize: true, ...fields }),
    );
  const noted = (invoice: InvoiceBody, net: number, fields: object = {}): Promise<CreditNoteBody> =>
    bodyOf(noteFor(invoice, net, fields), 201);
  const statusOf = async ({ id }: CreditNoteBody): Promise<string | null> =>
    (await bodyOf<CreditNoteBody>(organization.get(`${CREDIT_NOTES}/${id}`))).refund_status;

  it('a note cannot refund what a payment has refunded', async () => {
    const [invoice, payment] = await paid(12_000);
    await bodyOf(refund(payment, 7200));
    const { errors } = await problemOf(
      noteFor(invoice, 4001, { refund_amount_cents: 4801 }),
      422,
      'validation_failed',
    );
    expect(errors).toMatchObject([
      {
        field: 'refund_amount_cents',
        message:
          'refund_amount_cents must be at most 4800, the amount paid minus the refunds of its payments and other credit notes.',
      },
    ]);
    expect(await noted(invoice, 4000)).toMatchObject({ refund_status: 'pending' });
    expect(await wrongFieldsOf(noteFor(invoice, 10))).toEqual(['refund_amount_cents']);
  });

  it('a refund of the payment counts for the oldest pending note, and never exceeds the payment', async () => {
    const [invoice, payment] = await paid(12_000);
    const first = await noted(invoice, 4000);
    const second = await noted(invoice, 2000);
    await bodyOf(refund(payment, 4000));
    expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'pending']);
    await bodyOf(refund(payment, 1800));
    expect([await statusOf(first), await statusOf(second)]).toEqual(['succeeded', 'pending']);
    expect(await bodyOf(refund(payment))).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 12_000,
    });
    expect(await statusOf(second)).toBe('succeeded');
    await problemOf(refund(payment, 1), 400, 'invalid_state');
    expect(await wrongFieldsOf(noteFor(invoice, 10))).toEqual(['refund_amount_cents']);
  });

  it('two payments of one invoice refund a note together', async () => {
    const [invoice, first, second] = await paid(7000, 5000);
    const note = await noted(invoice, 10_000);
    await bodyOf(refund(second));
    expect(await statusOf(note)).toBe('pending');
    await bodyOf(refund(first));
    expect(await statusOf(note)).toBe('succeeded');
  });

  it('a draft reserves its refund from other notes, and is refused once payments have refunded it', async () => {
    const [invoice, payment] = await paid(12_000);
    const draft = await noted(invoice, 4000, { finalize: false });
    expect(draft).toMatchObject({ status: 'draft', refund_status: null });
    expect(await wrongFieldsOf(noteFor(invoice, 6000, { refund_amount_cents: 7201 }))).toEqual([
      'credit_amount_cents',
    ]);
    await bodyOf(refund(payment, 7201));
    await problemOf(organization.post(`${CREDIT_NOTES}/${draft.id}/finalize`), 400, 'invalid_state');
    expect(await noted(invoice, 100, { refund_amount_cents: 0, credit_amount_cents: 120 })).toMatchObject({
      refund_status: null,
    });
  });

  it('concurrent refunds of both kinds never return more than was paid', async () => {
    const [invoice, payment] = await paid(6000);
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, i) => (i % 2 === 0 ? refund(payment, 1200) : noteFor(invoice, 1000))),
    );
    expect(answers.map((it) => it.status).filter((it) => ![200, 201, 400, 422].includes(it))).toEqual([]);
    const [row] = await app.database.query<{ cents: string }>(
      `SELECT (SELECT sum(refunded_amount_cents) FROM payments WHERE organization_id = $1)
              + (SELECT coalesce(sum(refund_amount_cents - refunded_amount_cents), 0) FROM credit_notes
                  WHERE organization_id = $1) AS cents`,
      [organization.id],
    );
    expect(Number(row?.cents)).toBe(6000);
  });

  it('a reported refund counts for the pending note, which fails with it and can be refunded again', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', SECRET));
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [5000] });
    const payment = await aPayment(organization, invoice);
    await deliver(app, path, stripeSuccess(SECRET, payment)).expect(200);
    const refund = async (id: string, amount: number, status = 'succeeded'): Promise<void> => {
      const body = { id, amount, status, currency: 'eur', payment_intent: `pi_${payment.id}` };
      await deliver(app, path, signStripe(stripeEvent('refund.updated', body), SECRET)).expect(200);
    };
    // Before the note, and so not for it
    await refund('re_before', 1000);
    const note = await aCreditNote(organization, invoice, { amounts: [2500], refund_amount_cents: 3000 });
    await refund('re_note', 3000);
    expect(await statusOf(note)).toBe('succeeded');
    await refund('re_before', 1000, 'failed');
    expect(await statusOf(note)).toBe('succeeded');
    await refund('re_note', 3000, 'failed');
    expect(await statusOf(note)).toBe('failed');
    await refund('re_part', 1000);
    expect(await statusOf(note)).toBe('pending');
    await refund('re_rest', 2000);
    expect(await statusOf(note)).toBe('succeeded');
    expect((await paymentOf(organization, payment.id)).refunded_amount_cents).toBe(3000);
  });

  it('a refund that fails at once marks the oldest open notes, up to its amount, and has that effect once', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', SECRET));
    const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [10_000] });
    const payment = await aPayment(organization, invoice);
    await deliver(app, path, stripeSuccess(SECRET, payment)).expect(200);
    const refund = async (id: string, amount: number, status: string) => {
      const body = { id, amount, status, currency: 'eur', payment_intent: `pi_${payment.id}` };
      const type = status === 'failed' ? 'refund.failed' : 'refund.updated';
      await deliver(app, path, signStripe(stripeEvent(type, body), SECRET)).expect(200);
      return (await notificationsOf(organization, 'stripe', '?limit=1'))[0];
    };
    const notes: CreditNoteBody[] = [];
    for (const net of [2000, 1000, 1000]) notes.push(await noted(invoice, net));
    const statuses = () => Promise.all(notes.map(statusOf));
    expect(await refund('re_x', 3000, 'failed')).toMatchObject({
      status: 'processed',
      effect: 'The refund has failed.',
    });
    expect(await statuses()).toEqual(['failed', 'failed', 'pending']);
    await refund('re_y', 3600, 'succeeded');
    expect(await statuses()).toEqual(['succeeded', 'succeeded', 'pending']);
    expect(await refund('re_x', 3000, 'failed')).toMatchObject({ status: 'ignored', needs_review: false });
    expect(await statuses()).toEqual(['succeeded', 'succeeded', 'pending']);
    await refund('re_z', 1200, 'failed');
    expect(await statuses()).toEqual(['succeeded', 'succeeded', 'failed']);
    expect((await paymentOf(organization, payment.id)).refunded_amount_cents).toBe(3600);
  });

  describe('by hand, beside the running total of the provider', () => {
    const aSettled = async () => {
      const path = pathOfUrl(await connect(organization, 'stripe', SECRET));
      const invoice = await anInvoice(organization, { customer_id: customer.id, amounts: [10_000] });
      const payment = await aPayment(organization, invoice);
      await deliver(app, path, stripeSuccess(SECRET, payment)).expect(200);
      let second = Math.floor(Date.now() / 1000);
      const tell = async (type: string, money: object) => {
        const body = { currency: 'eur', payment_intent: `pi_${payment.id}`, ...money };
        const event = stripeEvent(type, body, { created: ++second });
        await deliver(app, path, signStripe(event, SECRET)).expect(200);
        return (await notificationsOf(organization, 'stripe', '?limit=1'))[0];
      };
      const total = (cents: number) => tell('charge.refunded', { amount_refunded: cents });
      const refunded = async () => (await paymentOf(organization, payment.id)).refunded_amount_cents;
      return { invoice, payment, tell, total, refunded };
    };

    it('both count, before and after each other, and complete the notes that wait', async () => {
      const { invoice, payment, tell, total, refunded } = await aSettled();
      await bodyOf(refund(payment.id, 1000));
      await total(4000);
      expect(await refunded()).toBe(5000);
      const note = await noted(invoice, 2000);
      expect(await bodyOf(refund(payment.id, 2400))).toMatchObject({ refunded_amount_cents: 7400 });
      expect(await statusOf(note)).toBe('succeeded');
      await tell('refund.updated', { id: 're_a', amount: 4000, status: 'succeeded' });
      expect(await refunded()).toBe(7400);
      const above = await total(8601);
      expect(above).toMatchObject({ status: 'ignored', needs_review: true });
      expect(above?.reason).toContain('total of 8601 and the 3400 refunded by hand exceed');
      // Without the refund that failed, the total does not exceed the payment any more.
      await tell('refund.failed', { id: 're_a', amount: 4000, status: 'failed' });
      expect([await refunded(), await statusOf(note)]).toEqual([8001, 'succeeded']);
      expect(await bodyOf(refund(payment.id))).toMatchObject({
        ...{ status: 'refunded', refunded_amount_cents: 12_000 },
      });
      await problemOf(refund(payment.id, 1), 400, 'invalid_state');
    });

    it('a smaller total takes back what a total gave a note, not what was refunded by hand', async () => {
      const { invoice, payment, total } = await aSettled();
      const first = await noted(invoice, 1000);
      await total(1200);
      const second = await noted(invoice, 2000);
      await bodyOf(refund(payment.id, 2400));
      await total(0);
      expect([await statusOf(first), await statusOf(second)]).toEqual(['failed', 'succeeded']);
    });

    it('the migration keeps the refunded amounts of the past, and the next total counts in full', async () => {
      const { payment, total, refunded } = await aSettled();
      await total(4000);
      const added = `INSERT INTO payment_refunds
        (organization_id, id, payment_id, provider, amount_cents, status, created_at, updated_at)
        SELECT organization_id, gen_random_uuid(), id, provider, 3000, 'succeeded', now(), now()
          FROM payments WHERE organization_id = $1 AND id = $2`;
      await app.database.query(added, [organization.id, payment.id]);
      const runner = app.database as unknown as QueryRunner;
      const migration = new RefundsByHandBesideTotals1764520000000();
      for (const step of ['up', 'down', 'up'] as const) await migration[step](runner);
      expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
      await total(5000);
      expect(await refunded()).toBe(8000);
    });
  });
});
