import { InvoiceBalances, type AppliedAmount } from '../../../src/modules/invoices';
import { Transactions } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import { Outbox } from '../../../src/platform/outbox/outbox';
import { anInvoice } from '../../support/builders';
import { eventsOf } from '../../support/bills';
import type { InvoiceBody } from '../../support/invoice-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf } from '../../support/wire';

describe('applying payments and offsets', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let balances: InvoiceBalances;
  let transactions: Transactions;
  let invoice: InvoiceBody;

  beforeAll(() => {
    balances = app.app.get(InvoiceBalances);
    transactions = app.app.get(Transactions);
  });
  beforeEach(async () => {
    invoice = await anInvoice(organization, { amounts: [1000] });
  });

  const amountOf = (amountCents: bigint, fields: Partial<AppliedAmount> = {}): AppliedAmount => ({
    organizationId: organization.id,
    invoiceId: invoice.id,
    source: 'payment',
    sourceId: newId(),
    amountCents,
    ...fields,
  });
  const apply = (it: AppliedAmount): Promise<string[]> =>
    transactions.run(async (tx) => {
      const events = await balances.apply(tx, it);
      await app.app.get(Outbox, { strict: false }).append(tx, ...events);
      return events.map((event) => event.kind);
    });
  const reopen = (it: AppliedAmount) => transactions.run((tx) => balances.reopen(tx, it));
  const shown = (): Promise<InvoiceBody> => bodyOf(organization.get(`/v1/invoices/${invoice.id}`));

  it('partial payments and offsets reduce the amount due; the invoice is paid when nothing is due', async () => {
    expect(await apply(amountOf(300n))).toEqual([]);
    expect(await shown()).toMatchObject({
      status: 'finalized',
      amount_paid_cents: 300,
      amount_due_cents: 700,
    });
    expect(await apply(amountOf(200n, { source: 'offset' }))).toEqual([]);
    expect(await shown()).toMatchObject({ offset_amount_cents: 200, amount_due_cents: 500, paid_at: null });
    expect(await apply(amountOf(500n))).toEqual(['invoice.paid']);
    const paid = await shown();
    expect(paid).toMatchObject({ status: 'paid', amount_paid_cents: 800, amount_due_cents: 0 });
    expect(paid.paid_at).not.toBeNull();
    expect(paid).toMatchObject({ total_amount_cents: 1000, fees: invoice.fees, number: invoice.number });
    const kinds = ['invoice.created', 'invoice.finalized', 'invoice.paid'];
    expect(await eventsOf(app, invoice.id)).toEqual(kinds);
  });

  it('an amount is applied once per source, even concurrently', async () => {
    const payment = amountOf(400n);
    const results = await Promise.all(Array.from({ length: 10 }, () => apply(payment)));
    expect(results.flat()).toEqual([]);
    expect(await shown()).toMatchObject({ amount_paid_cents: 400, amount_due_cents: 600 });
    await apply({ ...payment, source: 'offset' });
    expect(await shown()).toMatchObject({ amount_due_cents: 200 });
  });

  it('applying more than the amount due is refused, even concurrently, and the error states the amount due', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => apply(amountOf(300n))));
    expect(results.filter((it) => it.status === 'fulfilled')).toHaveLength(3);
    expect(await shown()).toMatchObject({ amount_paid_cents: 900, amount_due_cents: 100 });
    await expect(apply(amountOf(101n))).rejects.toThrow(
      'EUR 1.01 cannot be applied to the invoice: EUR 1.00 is due.',
    );
    await expect(apply(amountOf(0n))).rejects.toThrow(RangeError);
  });

  it('applying a payment to a voided or unknown invoice is refused', async () => {
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    await expect(apply(amountOf(1n))).rejects.toThrow('The invoice is voided');
    await expect(apply(amountOf(1n, { invoiceId: newId() }))).rejects.toThrow('There is no invoice');
    const other = await app.anOrganization();
    await expect(apply(amountOf(1n, { organizationId: other.id }))).rejects.toThrow('There is no invoice');
  });

  it('voiding an invoice with an applied payment is refused with 400 invalid_state', async () => {
    const payment = amountOf(1n);
    await apply(payment);
    const problem = await problemOf(
      organization.post(`/v1/invoices/${invoice.id}/void`),
      400,
      'invalid_state',
    );
    expect(problem.detail).toBe(
      'EUR 0.01 has been applied to the invoice; it cannot be voided. Create a credit note with POST /v1/credit_notes instead.',
    );
    await reopen(payment);
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
  });

  it('reversing a payment makes the invoice due again, and the payment can then be applied again', async () => {
    const payment = amountOf(1000n);
    await apply(payment);
    await reopen(payment);
    await reopen(payment);
    const due = { status: 'finalized', amount_paid_cents: 0, amount_due_cents: 1000, paid_at: null };
    expect(await shown()).toMatchObject(due);
    expect(await apply(payment)).toEqual(['invoice.paid']);
    await reopen({ ...payment, amountCents: 400n });
    expect(await shown()).toMatchObject({
      status: 'finalized',
      amount_paid_cents: 600,
      amount_due_cents: 400,
    });
    await expect(reopen({ ...payment, amountCents: 601n })).rejects.toThrow('At most EUR 6.00');
    await reopen(amountOf(5n));
    expect(await shown()).toMatchObject({ amount_due_cents: 400 });
  });

  it('a concurrent payment and void leave the invoice either paid or voided', async () => {
    const [payment, voiding] = await Promise.allSettled([
      apply(amountOf(1000n)),
      organization.post(`/v1/invoices/${invoice.id}/void`),
    ]);
    const { status } = await shown();
    const voided = voiding.status === 'fulfilled' ? voiding.value.status : 0;
    expect([status, payment.status, voided]).toEqual(
      status === 'paid' ? ['paid', 'fulfilled', 400] : ['voided', 'rejected', 200],
    );
  });

  it('locking an invoice returns its status, amounts and fees', async () => {
    const payable = await transactions.run((tx) => balances.lock(tx, organization.id, invoice.id));
    expect(payable).toEqual({
      id: invoice.id,
      number: invoice.number,
      customerId: invoice.customer_id,
      status: 'finalized',
      currency: 'EUR',
      issuingDate: invoice.issuing_date,
      totalAmountCents: 1000n,
      amountDueCents: 1000n,
      amountPaidCents: 0n,
      paymentOverdue: false,
      fees: [
        {
          id: invoice.fees[0]?.id,
          description: invoice.fees[0]?.description,
          amountCents: 1000n,
          netAmountCents: 1000n,
          taxesAmountCents: 0n,
          taxes: [],
        },
      ],
    });
  });
});
