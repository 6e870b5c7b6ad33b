import { PAYMENT_TARGETS, type TargetEvents } from '../../../src/modules/payments';
import { Transactions } from '../../../src/platform/database/transactions';
import { Extensions } from '../../../src/platform/extensions';
import { aPaymentByHand, aPaymentRequest } from '../../support/builders';
import { aPromptPayer, owe, requestOf } from '../../support/dunning';
import { invoiceOf } from '../../support/payments';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import type { CustomerBody, InvoiceBody, PaymentBody, PaymentRequestBody } from '../../support/wire';

/** A reversal: the money of a payment goes back, e.g. because a bank debit fails late. */
describe('reversal of a payment of a payment request', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let customer: CustomerBody;
  let invoices: InvoiceBody[];
  let request: PaymentRequestBody;

  beforeEach(async () => {
    customer = await aPromptPayer(organization);
    invoices = [await owe(organization, customer, 1000), await owe(organization, customer, 500)];
    request = await aPaymentRequest(organization, customer, ...invoices);
  });

  it('the invoices are due again, and a request that had succeeded fails', async () => {
    const payment = await pay(1500);
    const events = await reverse(payment, 1500n);
    expect(kindsOf(events)).toEqual(['payment_request.payment_failed']);
    expect(events.after[0]?.object).toMatchObject({ payment_status: 'failed', final: true });
    expect(await dues()).toEqual([1000, 500]);
    expect(await requestOf(organization, request.id)).toMatchObject({
      payment_status: 'failed',
      amount_paid_cents: 0,
    });
    expect(kindsOf(await reverse(payment, 1500n))).toEqual([]);
    expect(await dues()).toEqual([1000, 500]);
    const again = await aPaymentRequest(organization, customer, ...invoices);
    expect(again.amount_cents).toBe(1500);
  });

  it('only the amount that the payment applied is due again, newest invoice first', async () => {
    await pay(300);
    const second = await pay(900);
    expect(await dues()).toEqual([0, 300]);
    await reverse(second, 400n);
    expect(await dues()).toEqual([200, 500]);
    expect((await requestOf(organization, request.id)).amount_paid_cents).toBe(800);
    await reverse(second, 500n);
    expect(await dues()).toEqual([700, 500]);
    expect((await requestOf(organization, request.id)).amount_paid_cents).toBe(300);
  });

  function pay(amountCents: number) {
    return aPaymentByHand(organization, { payment_request_id: request.id }, amountCents);
  }

  function reverse(payment: PaymentBody, amountCents: bigint): Promise<TargetEvents> {
    const targets = app.app.get(Extensions, { strict: false }).of(PAYMENT_TARGETS);
    const target = targets.find((it) => it.type === 'payment_request');
    if (target === undefined) throw new Error('unreachable');
    const about = { organizationId: organization.id, targetId: request.id, paymentId: payment.id };
    return app.app.get(Transactions).run((tx) => target.reopen(tx, { ...about, amountCents }));
  }

  function kindsOf({ before, after }: TargetEvents): string[] {
    return [...before, ...after].map((it) => it.kind);
  }

  async function dues(): Promise<number[]> {
    const found = invoices.map((it) => invoiceOf(organization, it.id));
    return (await Promise.all(found)).map((it) => it.amount_due_cents);
  }
});
