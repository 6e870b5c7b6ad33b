import { InvoiceSettlements, type Settlement } from '../../../src/modules/invoices';
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
  let settlements: InvoiceSettlements;
  let transactions: Transactions;
  let invoice: InvoiceBody;

  beforeAll(() => {
    settlements = app.app.get(InvoiceSettlements);
    transactions = app.app.get(Transactions);
  });
  beforeEach(async () => {
    invoice = await anInvoice(organization, { amounts: [1000] });
  });

  const settlement = (amountCents: bigint, fields: Partial<Settlement> = {}): Settlement => ({
    organizationId: organization.id,
    invoiceId: invoice.id,
    source: 'payment',
    sourceId: newId(),
    amountCents,
    ...fields,
  });
  const settle = (it: Settlement): Promise<string[]> =>
    transactions.run(async (tx) => {
      const events = await settlements.settle(tx, it);
      await app.app.get(Outbox, { strict: false }).append(tx, ...events);
      return events.map((event) => event.kind);
    });
  const reopen = (it: Settlement) => transactions.run((tx) => settlements.reopen(tx, it));
  const shown = (): Promise<InvoiceBody> => bodyOf(organization.get(`/v1/invoices/${invoice.id}`));

  it('payments and offsets are applied in parts; the invoice is paid when nothing is due', async () => {
    expect(await settle(settlement(300n))).toEqual([]);
    expect(await shown()).toMatchObject({
      status: 'finalized',
      amount_paid_cents: 300,
      amount_due_cents: 700,
    });
    expect(await settle(settlement(200n, { source: 'offset' }))).toEqual([]);
    expect(await shown()).toMatchObject({ offset_amount_cents: 200, amount_due_cents: 500, paid_at: null });
    expect(await settle(settlement(500n))).toEqual(['invoice.paid']);
    const paid = await shown();
    expect(paid).toMatchObject({ status: 'paid', amount_paid_cents: 800, amount_due_cents: 0 });
    expect(paid.paid_at).not.toBeNull();
    expect(paid).toMatchObject({ total_amount_cents: 1000, fees: invoice.fees, number: invoice.number });
    const kinds = ['invoice.created', 'invoice.finalized', 'invoice.paid'];
    expect(await eventsOf(app, invoice.id)).toEqual(kinds);
  });

  it('a settlement is applied once per source, also concurrently', async () => {
    const payment = settlement(400n);
    const results = await Promise.all(Array.from({ length: 10 }, () => settle(payment)));
    expect(results.flat()).toEqual([]);
    expect(await shown()).toMatchObject({ amount_paid_cents: 400, amount_due_cents: 600 });
    await settle({ ...payment, source: 'offset' });
    expect(await shown()).toMatchObject({ amount_due_cents: 200 });
  });

  it('applying more than is due is refused, also concurrently, and names the limit', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => settle(settlement(300n))));
    expect(results.filter((it) => it.status === 'fulfilled')).toHaveLength(3);
    expect(await shown()).toMatchObject({ amount_paid_cents: 900, amount_due_cents: 100 });
    await expect(settle(settlement(101n))).rejects.toThrow('has 100 due, in the minor unit of EUR');
    await expect(settle(settlement(0n))).rejects.toThrow(RangeError);
  });

  it('applying a payment to a voided or unknown invoice is refused', async () => {
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    await expect(settle(settlement(1n))).rejects.toThrow('The invoice is voided');
    await expect(settle(settlement(1n, { invoiceId: newId() }))).rejects.toThrow('There is no invoice');
    const other = await app.anOrganization();
    await expect(settle(settlement(1n, { organizationId: other.id }))).rejects.toThrow('There is no invoice');
  });

  it('voiding an invoice with an applied payment is refused with 400 invalid_state', async () => {
    const payment = settlement(1n);
    await settle(payment);
    const problem = await problemOf(
      organization.post(`/v1/invoices/${invoice.id}/void`),
      400,
      'invalid_state',
    );
    expect(problem.detail).toBe('The invoice has 1 settled, in the minor unit of EUR.');
    await reopen(payment);
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
  });

  it('a reversed payment makes the invoice due again and can be applied again', async () => {
    const payment = settlement(1000n);
    await settle(payment);
    await reopen(payment);
    await reopen(payment);
    const due = { status: 'finalized', amount_paid_cents: 0, amount_due_cents: 1000, paid_at: null };
    expect(await shown()).toMatchObject(due);
    expect(await settle(payment)).toEqual(['invoice.paid']);
    await reopen({ ...payment, amountCents: 400n });
    expect(await shown()).toMatchObject({
      status: 'finalized',
      amount_paid_cents: 600,
      amount_due_cents: 400,
    });
    await expect(reopen({ ...payment, amountCents: 601n })).rejects.toThrow('At most 600');
    await reopen(settlement(5n));
    expect(await shown()).toMatchObject({ amount_due_cents: 400 });
  });

  it('a payment and a void at once leave the invoice either paid or voided', async () => {
    const [payment, voiding] = await Promise.allSettled([
      settle(settlement(1000n)),
      organization.post(`/v1/invoices/${invoice.id}/void`),
    ]);
    const { status } = await shown();
    const voided = voiding.status === 'fulfilled' ? voiding.value.status : 0;
    expect([status, payment.status, voided]).toEqual(
      status === 'paid' ? ['paid', 'fulfilled', 400] : ['voided', 'rejected', 200],
    );
  });

  it('locking an invoice returns what payments and credit notes need', async () => {
    const payable = await transactions.run((tx) => settlements.lock(tx, organization.id, invoice.id));
    expect(payable).toEqual({
      id: invoice.id,
      number: invoice.number,
      customerId: invoice.customer_id,
      status: 'finalized',
      currency: 'EUR',
      totalAmountCents: 1000n,
      amountDueCents: 1000n,
      amountPaidCents: 0n,
      paymentOverdue: false,
      fees: [{ id: invoice.fees[0]?.id, amountCents: 1000n, taxesAmountCents: 0n, taxRates: [] }],
    });
  });
});
