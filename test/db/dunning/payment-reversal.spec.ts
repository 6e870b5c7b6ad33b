import type { QueryRunner } from 'typeorm';
import { ReversedAmountsOfInvoices1764520100000 } from '../../../src/migrations/1764520100000-reversed-amounts-of-invoices';
import type { TargetEvents } from '../../../src/modules/payments';
import { PaymentTargets } from '../../../src/modules/payments/payment-targets';
import { Transactions } from '../../../src/platform/database/transactions';
import { aPayment, aPaymentRequest, anInvoice, aPaymentByHand } from '../../support/builders';
import { connect, deliver, notificationsOf, pathOfUrl, type PaymentBody } from '../../support/payments';
import { PROVIDER_SECRET, providerEvent, type Happening } from '../../support/provider-events';
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
    const targets = app.app.get(PaymentTargets, { strict: false });
    const about = { organizationId: organization.id, targetId: request.id, paymentId: payment.id };
    return app.app
      .get(Transactions)
      .run((tx) => targets.reopen(tx, 'payment_request', { ...about, amountCents }));
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

  describe('and its money comes back', () => {
    let path: string;
    let first: PaymentBody;
    let second: PaymentBody;
    let day = 0;

    const tell = async (payment: PaymentBody, happening: Happening, amount: number) => {
      const at = new Date(Date.UTC(2026, 0, ++day));
      const ids = { paymentId: payment.id, providerPaymentId: `pi_${payment.id}` };
      const message = providerEvent('stripe', happening, { ...ids, amount, currency: 'EUR', at });
      await deliver(app, path, message).expect(200);
      return (await notificationsOf(organization, 'stripe', '?limit=1'))[0];
    };

    /** The payment of the older invoice leaves 400 due, which a payment of the request pays with the newer one. */
    beforeEach(async () => {
      path = pathOfUrl(await connect(organization, 'stripe', PROVIDER_SECRET));
      const [older] = invoices as [InvoiceBody, InvoiceBody];
      first = await aPayment(organization, older);
      await tell(first, 'succeeded', 600);
      const body = { payment_request_id: request.id, provider: 'stripe' };
      second = await bodyOf<PaymentBody>(organization.post('/v1/payments', body), 201);
      await tell(second, 'succeeded', 900);
      await tell(first, 'reversed', 600);
      await tell(second, 'reversed', 900);
      expect(await dues()).toEqual([1000, 500]);
    });
    afterEach(async () => {
      expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
    });

    it.each(['first', 'second'] as const)(
      'each payment pays again what it had paid, the %s one first',
      async (it) => {
        for (const payment of it === 'first' ? [first, second] : [second, first]) {
          const whole = payment === first ? 600 : 900;
          // A part comes back before the rest, which pays what the part does not.
          await tell(payment, 'reinstated', 500);
          expect(await tell(payment, 'reinstated', whole)).toMatchObject({
            ...{ status: 'processed', needs_review: false },
          });
        }
        expect(await dues()).toEqual([0, 0]);
        expect((await requestOf(organization, request.id)).amount_paid_cents).toBe(900);
      },
    );

    it('an invoice that was paid in another way leaves the money to the other invoices, now and later', async () => {
      const [, newer] = invoices as [InvoiceBody, InvoiceBody];
      const third = await aPayment(organization, newer);
      await tell(third, 'succeeded', 500);
      await tell(second, 'reinstated', 900);
      expect(await dues()).toEqual([100, 0]);
      await tell(second, 'reversed', 900);
      await tell(third, 'reversed', 500);
      await tell(second, 'reinstated', 900);
      expect(await dues()).toEqual([100, 500]);
    });

    it('the migration gives reversed payments the amounts of the oldest invoices', async () => {
      const migration = new ReversedAmountsOfInvoices1764520100000();
      const runner = app.database as unknown as QueryRunner;
      for (const step of ['down', 'up'] as const) await migration[step](runner);
      expect(
        await app.database.query(
          `SELECT reversed_amount_cents AS cents FROM invoice_settlements
            WHERE organization_id = $1 AND source_id = $2 ORDER BY invoice_id`,
          [organization.id, first.id],
        ),
      ).toEqual([{ cents: '600' }]);
      await tell(second, 'reinstated', 900);
      await tell(first, 'reinstated', 600);
      expect(await dues()).toEqual([0, 500]);
    });
  });
});
