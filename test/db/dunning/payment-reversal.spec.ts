import { PaymentTargets, type TargetEvents } from '../../../src/modules/payments';
import { Transactions } from '../../../src/platform/database/transactions';
import { aPaymentRequest, anInvoice, aPaymentByHand } from '../../support/builders';
import type { PaymentBody } from '../../support/payments';
import { aPromptPayer, requestOf } from '../../support/dunning';
import type { PaymentRequestBody } from '../../support/dunning-wire';
import type { InvoiceBody } from '../../support/invoice-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, type CustomerBody } from '../../support/wire';

/** A reversal undoes a succeeded payment, e.g. because a bank debit fails late. */
describe('reversing a payment of a payment request', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  let customer: CustomerBody;
  let invoices: InvoiceBody[];
  let request: PaymentRequestBody;

  beforeEach(async () => {
    customer = await aPromptPayer(organization);
    invoices = [
      await anInvoice(organization, { customer_id: customer.id, amounts: [1000] }),
      await anInvoice(organization, { customer_id: customer.id, amounts: [500] }),
    ];
    request = await aPaymentRequest(organization, customer, ...invoices);
  });

  const reverse = (payment: PaymentBody, amountCents: bigint): Promise<TargetEvents> => {
    const target = app.app.get(PaymentTargets, { strict: false }).get('payment_request');
    const about = { organizationId: organization.id, targetId: request.id, paymentId: payment.id };
    return app.app.get(Transactions).run((tx) => target.reopen(tx, { ...about, amountCents }));
  };
  const kindsOf = ({ before, after }: TargetEvents): string[] => [...before, ...after].map((it) => it.kind);
  const dues = async (): Promise<number[]> => {
    const found = invoices.map((it) => bodyOf<InvoiceBody>(organization.get(`/v1/invoices/${it.id}`)));
    return (await Promise.all(found)).map((it) => it.amount_due_cents);
  };

  it('makes the invoices due again and marks a succeeded payment request as failed', async () => {
    const payment = await aPaymentByHand(organization, { payment_request_id: request.id }, 1500);
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
    // The invoices can be requested again.
    expect((await aPaymentRequest(organization, customer, ...invoices)).amount_cents).toBe(1500);
  });

  it('makes only the applied amount due again, newest invoice first', async () => {
    await aPaymentByHand(organization, { payment_request_id: request.id }, 300);
    const second = await aPaymentByHand(organization, { payment_request_id: request.id }, 900);
    expect(await dues()).toEqual([0, 300]);
    await reverse(second, 400n);
    expect(await dues()).toEqual([200, 500]);
    expect((await requestOf(organization, request.id)).amount_paid_cents).toBe(800);
    await reverse(second, 500n);
    expect(await dues()).toEqual([700, 500]);
    expect((await requestOf(organization, request.id)).amount_paid_cents).toBe(300);
  });
});
