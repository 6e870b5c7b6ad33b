import { anInvoice, aPayment } from '../../support/builders';
import {
  connect,
  deliver,
  eventKindsOf,
  invoiceOf,
  pathOfUrl,
  paymentOf,
  stripeSuccess,
  type PaymentBody,
} from '../../support/payments';
import type { TestOrganization } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { INSTANT, UUID_V7, bodyOf, listOf, problemOf, wrongFieldsOf } from '../../support/wire';

const UNKNOWN_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

describe('payments', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  let stranger: TestOrganization;

  beforeAll(async () => {
    stranger = await app.anOrganization();
  });

  const record = (body: object) => organization.post('/v1/payments/record', body);

  it('a payment recorded manually succeeds and pays the invoice', async () => {
    const own = await app.anOrganization();
    const invoice = await anInvoice(own, { currency: 'USD' });
    const before = (await eventKindsOf(app, own)).length;
    const body = { invoice_id: invoice.id, amount_cents: 5000, reference: 'Transfer 42' };
    const payment = await bodyOf<PaymentBody>(own.post('/v1/payments/record', body), 201);
    expect(payment).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      invoice_id: invoice.id,
      payment_request_id: null,
      target_kind: null,
      target_id: null,
      customer_id: invoice.customer_id,
      amount_cents: 5000,
      currency: 'USD',
      provider: 'manual',
      provider_payment_id: null,
      provider_checkout_id: null,
      status: 'succeeded',
      refunded_amount_cents: 0,
      reversed_amount_cents: 0,
      failure_reason: null,
      reference: 'Transfer 42',
      metadata: {},
      completed_at: expect.stringMatching(INSTANT) as string,
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: expect.stringMatching(INSTANT) as string,
    });
    expect(await paymentOf(own, payment.id)).toEqual(payment);
    expect(await invoiceOf(own, invoice.id)).toMatchObject({
      status: 'paid',
      amount_paid_cents: 5000,
      amount_due_cents: 0,
    });
    const kinds = (await eventKindsOf(app, own)).slice(before);
    expect(kinds).toEqual(['invoice.paid', 'payment.created', 'payment.succeeded']);
  });

  it('an invoice paid in parts stays finalized until nothing is due', async () => {
    const invoice = await anInvoice(organization, { currency: 'USD' });
    await record({ invoice_id: invoice.id, amount_cents: 2000 }).expect(201);
    expect(await invoiceOf(organization, invoice.id)).toMatchObject({
      status: 'finalized',
      amount_due_cents: 3000,
    });
    const tooMuch = await problemOf(
      record({ invoice_id: invoice.id, amount_cents: 3001 }),
      400,
      'invalid_state',
    );
    expect(tooMuch.detail).toContain('amount_cents must be at most 3000');
    await record({ invoice_id: invoice.id, amount_cents: 3000 }).expect(201);
    expect((await invoiceOf(organization, invoice.id)).status).toBe('paid');
    await problemOf(record({ invoice_id: invoice.id, amount_cents: 1 }), 400, 'invalid_state');
  });

  it('paying a voided invoice is refused with 400 invalid_state', async () => {
    const invoice = await anInvoice(organization, { currency: 'USD' });
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    await problemOf(record({ invoice_id: invoice.id, amount_cents: 1 }), 400, 'invalid_state');
    await problemOf(
      organization.post('/v1/payments', { invoice_id: invoice.id, provider: 'stripe' }),
      400,
      'invalid_state',
    );
  });

  it('a payment without exactly one known target, or in another currency, is refused with 422', async () => {
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const theirs = await anInvoice(stranger, { currency: 'USD' });
    const amount = { amount_cents: 100 };
    expect(await wrongFieldsOf(record(amount))).toEqual(['invoice_id']);
    const both = { invoice_id: invoice.id, payment_request_id: UNKNOWN_ID, ...amount };
    expect(await wrongFieldsOf(record(both))).toEqual(['invoice_id']);
    expect(await wrongFieldsOf(record({ payment_request_id: UNKNOWN_ID, ...amount }))).toEqual([
      'payment_request_id',
    ]);
    for (const id of [UNKNOWN_ID, theirs.id]) {
      expect(await wrongFieldsOf(record({ invoice_id: id, ...amount }))).toEqual(['invoice_id']);
    }
    const inEuro = { invoice_id: invoice.id, currency: 'EUR', ...amount };
    expect(await wrongFieldsOf(record(inEuro))).toEqual(['currency']);
    for (const amountCents of [0, -1, 1.5, '100', null, 2 ** 53]) {
      const body = { invoice_id: invoice.id, amount_cents: amountCents };
      expect(await wrongFieldsOf(record(body))).toEqual(['amount_cents']);
    }
    expect((await invoiceOf(organization, invoice.id)).amount_due_cents).toBe(5000);
  });

  it('a registered payment is pending, by default for the amount due', async () => {
    const own = await app.anOrganization();
    const invoice = await anInvoice(own, { currency: 'USD' });
    const names = { provider_payment_id: 'pi_1', provider_checkout_id: 'cs_1', metadata: { order: '7' } };
    const payment = await aPayment(own, invoice, names);
    expect(payment).toMatchObject({
      ...names,
      status: 'pending',
      amount_cents: 5000,
      completed_at: null,
      provider: 'stripe',
    });
    expect((await aPayment(own, invoice, { amount_cents: 100 })).amount_cents).toBe(100);
    expect((await invoiceOf(own, invoice.id)).amount_due_cents).toBe(5000);
    expect((await eventKindsOf(app, own)).slice(-2)).toEqual(['payment.created', 'payment.created']);
    const body = { invoice_id: invoice.id, provider: 'stripe' };
    await problemOf(own.post('/v1/payments', { ...body, amount_cents: 5001 }), 400, 'invalid_state');
    await problemOf(own.post('/v1/payments', { ...body, provider_payment_id: 'pi_1' }), 409, 'conflict');
    expect(await wrongFieldsOf(own.post('/v1/payments', { ...body, provider: 'adyen' }))).toEqual([
      'provider',
    ]);
    const elsewhere = { provider: 'razorpay', provider_payment_id: 'pi_1' };
    await aPayment(own, invoice, elsewhere);
  });

  it('the list is filtered by invoice, customer, status and provider', async () => {
    const own = await app.anOrganization();
    const [first, second] = [
      await anInvoice(own, { currency: 'USD' }),
      await anInvoice(own, { currency: 'USD' }),
    ];
    const pending = await aPayment(own, first, { provider: 'gocardless' });
    const paid = await bodyOf<PaymentBody>(
      own.post('/v1/payments/record', { invoice_id: second.id, amount_cents: 5000 }),
      201,
    );
    const idsBy = async (query: string): Promise<string[]> => {
      const { items, total } = await listOf<PaymentBody>(own.get(`/v1/payments?${query}`));
      expect(total).toBe(items.length);
      return items.map((it) => it.id);
    };
    expect(await idsBy('')).toEqual([paid.id, pending.id]);
    expect(await idsBy(`invoice_id=${first.id}`)).toEqual([pending.id]);
    expect(await idsBy(`customer_id=${second.customer_id}`)).toEqual([paid.id]);
    expect(await idsBy('status=succeeded')).toEqual([paid.id]);
    expect(await idsBy('provider=gocardless')).toEqual([pending.id]);
    expect(await idsBy('status=failed')).toEqual([]);
    expect(await wrongFieldsOf(own.get('/v1/payments?status=unknown'))).toEqual(['status']);
    expect(await wrongFieldsOf(own.get('/v1/payments?provider=paypal'))).toEqual(['provider']);
    expect(await wrongFieldsOf(own.get('/v1/payments?amount=1'))).toEqual(['amount']);
  });

  it('partial refunds never exceed the payment', async () => {
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const { id } = await bodyOf<PaymentBody>(record({ invoice_id: invoice.id, amount_cents: 5000 }), 201);
    const refund = (body: object = {}) => organization.post(`/v1/payments/${id}/refund`, body);
    expect(await bodyOf<PaymentBody>(refund({ amount_cents: 1500 }))).toMatchObject({
      status: 'succeeded',
      refunded_amount_cents: 1500,
    });
    const tooMuch = await problemOf(refund({ amount_cents: 3501 }), 400, 'invalid_state');
    expect(tooMuch.detail).toContain('amount_cents must be at most 3500');
    expect(await bodyOf<PaymentBody>(refund())).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 5000,
    });
    await problemOf(refund(), 400, 'invalid_state');
    expect((await invoiceOf(organization, invoice.id)).status).toBe('paid');
  });

  it('concurrent refunds never exceed the payment', async () => {
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const { id } = await bodyOf<PaymentBody>(record({ invoice_id: invoice.id, amount_cents: 5000 }), 201);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        organization.post(`/v1/payments/${id}/refund`, { amount_cents: 1000 }),
      ),
    );
    expect(answers.filter((it) => it.status === 200)).toHaveLength(5);
    expect(answers.filter((it) => it.status === 400)).toHaveLength(7);
    expect(await paymentOf(organization, id)).toMatchObject({
      status: 'refunded',
      refunded_amount_cents: 5000,
    });
  });

  it('refunding a pending payment is refused with 400 invalid_state', async () => {
    const { id } = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
    const problem = await problemOf(organization.post(`/v1/payments/${id}/refund`), 400, 'invalid_state');
    expect(problem.detail).toContain('The payment is pending');
  });

  it('refunding a payment of 0 is refused with 400 invalid_state', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', 'whsec_s'));
    const payment = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
    await deliver(app, path, stripeSuccess('whsec_s', payment, { amount_received: 0 })).expect(200);
    await problemOf(organization.post(`/v1/payments/${payment.id}/refund`), 400, 'invalid_state');
    expect(await paymentOf(organization, payment.id)).toMatchObject({ status: 'succeeded', amount_cents: 0 });
  });

  it('a payment of another organization returns 404', async () => {
    const { id } = await aPayment(organization, await anInvoice(organization, { currency: 'USD' }));
    for (const it of [id, UNKNOWN_ID]) {
      await problemOf(stranger.get(`/v1/payments/${it}`), 404, 'not_found');
      await problemOf(stranger.post(`/v1/payments/${it}/refund`), 404, 'not_found');
    }
  });

  it('concurrent payments never apply more than the amount due', async () => {
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => record({ invoice_id: invoice.id, amount_cents: 1000 })),
    );
    expect(answers.filter((it) => it.status === 201)).toHaveLength(5);
    expect(answers.filter((it) => it.status === 400)).toHaveLength(5);
    expect((await invoiceOf(organization, invoice.id)).status).toBe('paid');
  });
});
