import { aPayment, aPaymentByHand, aPaymentRequest, anInvoice } from '../../support/builders';
import { mismatchesOf, mismatchesWith, type Change, type Mismatches } from '../../support/mismatches';
import { connect, deliver, pathOfUrl, type PaymentBody } from '../../support/payments';
import { PROVIDER_SECRET, providerEvent } from '../../support/provider-events';
import { aPromptPayer, eventBodiesOf, paymentsOf, report, requestOf } from '../../support/dunning';
import type { PaymentRequestBody } from '../../support/dunning-wire';
import type { InvoiceBody } from '../../support/invoice-wire';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type CustomerBody } from '../../support/wire';

describe('payments of payment requests', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  let customer: CustomerBody;
  let older: InvoiceBody;
  let newer: InvoiceBody;
  let request: PaymentRequestBody;

  beforeEach(async () => {
    customer = await aPromptPayer(organization);
    older = await anInvoice(organization, { customer_id: customer.id, amounts: [1000] });
    newer = await anInvoice(organization, { customer_id: customer.id, amounts: [500] });
    request = await aPaymentRequest(organization, customer, older, newer);
  });
  afterEach(async () => {
    expect(await mismatchesOf(organization)).toEqual({});
  });

  const dues = async (): Promise<[number, string][]> => {
    const invoices = [older, newer].map((it) =>
      bodyOf<InvoiceBody>(organization.get(`/v1/invoices/${it.id}`)),
    );
    return (await Promise.all(invoices)).map((it) => [it.amount_due_cents, it.status]);
  };
  const current = (): Promise<PaymentRequestBody> => requestOf(organization, request.id);
  const kinds = async (): Promise<string[]> =>
    (await eventBodiesOf(app, request.id)).map((it) => it.webhook_type.replace('payment_request.', ''));
  const register = (): Promise<PaymentBody> =>
    bodyOf(organization.post('/v1/payments', { payment_request_id: request.id, provider: 'manual' }), 201);

  it('payments are applied to the invoices, oldest first, until nothing is due', async () => {
    await aPaymentByHand(organization, { payment_request_id: request.id }, 400);
    expect(await dues()).toEqual([
      [600, 'finalized'],
      [500, 'finalized'],
    ]);
    await aPaymentByHand(organization, { payment_request_id: request.id }, 700);
    expect(await dues()).toEqual([
      [0, 'paid'],
      [400, 'finalized'],
    ]);
    expect(await current()).toMatchObject({ payment_status: 'pending', amount_paid_cents: 1100 });
    expect(await kinds()).toEqual(['created']);

    await problemOf(
      organization.post('/v1/payments/record', { payment_request_id: request.id, amount_cents: 401 }),
      400,
      'invalid_state',
    );
    await aPaymentByHand(organization, { payment_request_id: request.id }, 400);
    expect(await dues()).toEqual([
      [0, 'paid'],
      [0, 'paid'],
    ]);
    expect(await current()).toMatchObject({ payment_status: 'succeeded', amount_paid_cents: 1500 });
    expect(await kinds()).toEqual(['created', 'payment_succeeded']);
    const [, succeeded] = await eventBodiesOf(app, request.id);
    expect(succeeded?.payment_request).toEqual(await current());
    await problemOf(
      organization.post('/v1/payments/record', { payment_request_id: request.id, amount_cents: 1 }),
      400,
      'invalid_state',
    );
  });

  it('concurrent payments never apply more than the amount due', async () => {
    const body = { payment_request_id: request.id, amount_cents: 1000 };
    const ofInvoice = { invoice_id: newer.id, amount_cents: 500 };
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => organization.post('/v1/payments/record', body)),
      ...Array.from({ length: 4 }, () => organization.post('/v1/payments/record', ofInvoice)),
    ]);
    for (const { status } of answers) expect([201, 400]).toContain(status);
    const paid = (await dues()).map(([due]) => due);
    const cents = answers.filter((it) => it.status === 201);
    expect(cents.length).toBeGreaterThan(0);
    const total = cents.reduce((sum, it) => sum + (it.body as PaymentBody).amount_cents, 0);
    expect(1500 - total).toBe(paid.reduce((sum, due) => sum + due, 0));
    const isPaid = paid.every((due) => due === 0);
    expect((await current()).payment_status).toBe(isPaid ? 'succeeded' : 'pending');
  });

  it('a request without a campaign fails with its payment, and a later payment is still applied', async () => {
    const payment = await register();
    expect(payment).toMatchObject({ amount_cents: 1500, status: 'pending' });
    await report(organization, payment, 'failed');
    expect(await current()).toMatchObject({ payment_status: 'failed' });
    const [, failed] = await eventBodiesOf(app, request.id);
    expect(failed).toMatchObject({
      webhook_type: 'payment_request.payment_failed',
      payment_request: { ...(await current()), final: true },
    });
    // The invoices of a failed request can be requested again.
    const again = await aPaymentRequest(organization, customer, older);
    await aPaymentByHand(organization, { payment_request_id: request.id }, 1500);
    expect(await current()).toMatchObject({ payment_status: 'succeeded', amount_paid_cents: 1500 });
    expect(await kinds()).toEqual(['created', 'payment_failed', 'payment_succeeded']);
    expect((await requestOf(organization, again.id)).payment_status).toBe('succeeded');
    expect(await eventBodiesOf(app, again.id)).toHaveLength(1);
  });

  it('a success reported by the provider emits one event', async () => {
    const payment = await register();
    await report(organization, payment, 'succeeded');
    expect(await kinds()).toEqual(['created', 'payment_succeeded']);
    expect((await paymentsOf(organization, request.id)).map((it) => it.status)).toEqual(['succeeded']);
  });

  it('an open request succeeds without an event when its invoices are paid directly', async () => {
    const pay = (invoice: InvoiceBody, cents: number) =>
      aPaymentByHand(organization, { invoice_id: invoice.id }, cents);
    await Promise.all([pay(older, 1000), pay(newer, 500)]);
    expect(await current()).toMatchObject({ payment_status: 'succeeded', amount_paid_cents: 0 });
    expect(await kinds()).toEqual(['created']);
  });

  it('paying a request of another organization is refused with 422', async () => {
    const stranger = await app.anOrganization();
    const body = { payment_request_id: request.id, amount_cents: 1 };
    expect(await wrongFieldsOf(stranger.post('/v1/payments/record', body))).toEqual(['payment_request_id']);
    expect(await dues()).toEqual([
      [1000, 'finalized'],
      [500, 'finalized'],
    ]);
  });

  it('a request stays succeeded when a payment of its invoice is reversed', async () => {
    const invoice = await anInvoice(organization, { customer_id: customer.id });
    const payment = await aPayment(organization, invoice);
    const path = pathOfUrl(await connect(organization, 'stripe', PROVIDER_SECRET));
    const about = { paymentId: payment.id, providerPaymentId: 'pi_1', amount: 5000, currency: 'EUR' };
    const notify = (happening: 'succeeded' | 'reversed' | 'reinstated', day: number) => {
      const at = new Date(Date.UTC(2026, 0, day));
      return deliver(app, path, providerEvent('stripe', happening, { ...about, at })).expect(200);
    };
    const first = await aPaymentRequest(organization, customer, invoice);
    await notify('succeeded', 1);
    await notify('reversed', 2);
    const second = await aPaymentRequest(organization, customer, invoice);
    expect(second.amount_cents).toBe(5000);
    expect((await requestOf(organization, first.id)).payment_status).toBe('succeeded');
    expect(await mismatchesOf(organization)).toEqual({});
    await notify('reinstated', 3);
    expect((await requestOf(organization, second.id)).payment_status).toBe('succeeded');
  });

  describe('reconciliation reports', () => {
    const foundWith = (...change: Change): Promise<Mismatches> =>
      mismatchesWith(app, organization, ...change);
    const run = (sql: string): Promise<unknown> => app.database.query(sql, [organization.id]);
    const found = (): Promise<Mismatches> => mismatchesOf(organization);
    const setStatus = (status: string): Promise<unknown> =>
      run(`UPDATE payment_requests SET payment_status = '${status}' WHERE organization_id = $1`);
    const setState = (state: string): Promise<unknown> =>
      run(`UPDATE payment_request_invoices SET state = '${state}' WHERE organization_id = $1`);

    beforeEach(async () => {
      await aPaymentByHand(organization, { payment_request_id: request.id }, 400);
    });

    it('another amount or paid amount of a request', async () => {
      expect(await foundWith('payment_requests', { amount_paid_cents: -400 })).toEqual({
        payment_request_payments: [['400', '0']],
      });
      expect(await foundWith('payment_requests', { amount_cents: 1 })).toEqual({
        payment_request_amounts: [['1500', '1501']],
      });
      // The payment came so soon after the request that it may have preceded it.
      expect(await foundWith('payment_requests', { amount_cents: -1001 })).toEqual({
        payment_request_amounts: [['500', '499']],
      });
    });

    it.each(['succeeded', 'failed'])('a %s request that holds invoices which are due', async (status) => {
      await setStatus(status);
      expect(await found()).toEqual({ payment_request_statuses: [['pending', status]] });
      await setStatus('pending');
    });

    it('a pending or succeeded request that no longer holds its invoices, which are due', async () => {
      await setState('released');
      expect(await found()).toEqual({ payment_request_statuses: [['failed', 'pending']] });
      await setStatus('succeeded');
      expect(await found()).toEqual({ payment_request_statuses: [['failed', 'succeeded']] });
      await setStatus('failed');
      expect(await found()).toEqual({});
    });

    it('a pending request on which nothing is due', async () => {
      await aPaymentByHand(organization, { payment_request_id: request.id }, 1100);
      await setStatus('pending');
      expect(await found()).toEqual({ payment_request_statuses: [['succeeded', 'pending']] });
      await setStatus('succeeded');
    });

    it('a request without one of its invoices', async () => {
      const ofOlder = `organization_id = $1 AND invoice_id = '${older.id}'`;
      await run(`DELETE FROM payment_request_invoices WHERE ${ofOlder}`);
      expect(await found()).toEqual({
        payment_request_amounts: [['500', '1500']],
        payment_request_payments: [['0', '400']],
      });
      await run(`INSERT INTO payment_request_invoices
                 VALUES ($1, '${request.id}', '${older.id}', 'open')`);
    });
  });
});
