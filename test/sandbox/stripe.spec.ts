import Stripe from 'stripe';
import { useSandbox } from '../support/use-sandbox';

/** The official SDK drives the Stripe of the sandbox, and reads its answers and notifications. */

const SECRET = 'whsec_c2FuZGJveC1zZWNyZXQtMTIzNDU2Nzg5MA==';
const typeOf = (body: string): string[] => [(JSON.parse(body) as { type: string }).type];
let accounts = 0;

describe('Stripe of the sandbox', () => {
  const sandbox = useSandbox(SECRET);
  let stripe: Stripe;

  beforeEach(() => {
    const { hostname, port } = new URL(sandbox().urlOf('stripe'));
    const options = { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, timeout: 1_000 } as const;
    stripe = new Stripe(`sk_test_${accounts++}`, { ...options, telemetry: false });
  });

  const aSession = () =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { price_data: { currency: 'eur', unit_amount: 4999, product_data: { name: 'INV-1' } }, quantity: 1 },
      ],
      success_url: 'https://shop.example/done?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://shop.example/back',
      metadata: { payment_id: 'p1' },
      payment_intent_data: { metadata: { payment_id: 'p1' } },
    });
  const aCharge = async (method = 'pm_card_visa') => {
    const customer = await stripe.customers.create({ email: 'jane@example.com' });
    const saved = await stripe.paymentMethods.attach(method, { customer: customer.id });
    return { amount: 1200, currency: 'usd', customer: customer.id, payment_method: saved.id };
  };
  const failureOf = (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
    promise.then(
      () => Promise.reject(new Error('The request succeeded')),
      (error: unknown) => error as Stripe.errors.StripeError,
    );

  it('a paid session has an intent, a charge, a capture in the ledger and signed events', async () => {
    const session = await aSession();
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', payment_intent: null });

    expect(await sandbox().pay(session.url ?? '')).toEqual({ status: 'succeeded' });
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid' });
    const intent = paid.payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 4999,
      metadata: { payment_id: 'p1' },
    });
    expect(await sandbox().netOf(intent.id)).toBe(4999);

    await sandbox().types(typeOf, ['payment_intent.succeeded', 'checkout.session.completed']);
    for (const { headers, body } of sandbox().received) {
      const event = stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), SECRET);
      expect(event.api_version).toBe(Stripe.API_VERSION);
    }
  });

  it('a declined session stays open, and the second try uses the same intent', async () => {
    const session = await aSession();
    await sandbox().pay(session.url ?? '', 'decline:insufficient_funds');
    const declined = await stripe.checkout.sessions.retrieve(session.id);
    expect(declined.status).toBe('open');
    await sandbox().pay(session.url ?? '');
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    expect(paid).toMatchObject({ status: 'complete', payment_intent: declined.payment_intent });
  });

  it('an open session expires once; what is paid does not, and an expired page takes nothing', async () => {
    const [open, paid] = [await aSession(), await aSession()];
    await sandbox().pay(paid.url ?? '');
    expect((await stripe.checkout.sessions.expire(open.id)).status).toBe('expired');
    expect((await failureOf(stripe.checkout.sessions.expire(paid.id))).message).toContain(
      'status of `complete`',
    );
    expect(await sandbox().pay(open.url ?? '')).toEqual({ status: 'expired' });
    const forced = { provider: 'stripe', id: open.id, action: 'complete' };
    expect(await sandbox().call('POST', '/payments', forced)).toMatchObject({ status: 'succeeded' });
    expect((await sandbox().ledger()).at(-1)).toMatchObject({ type: 'capture', late: true, amount: 4999 });
  });

  it('the intent of a session cannot be canceled by itself', async () => {
    const session = await aSession();
    await sandbox().pay(session.url ?? '', 'decline:generic_decline');
    const { payment_intent: id } = await stripe.checkout.sessions.retrieve(session.id);
    expect((await failureOf(stripe.paymentIntents.cancel(id as string))).statusCode).toBe(400);
  });

  it('a session expires by itself on the clock of the sandbox', async () => {
    const session = await aSession();
    await sandbox().advance(24 * 60 * 60 + 1);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
    await sandbox().types(typeOf, ['checkout.session.expired']);
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
  ])('an off-session charge of %s fails with 402 %s', async (method, code, declineCode) => {
    const intent = await stripe.paymentIntents.create(await aCharge(method));
    expect(intent.status).toBe('requires_confirmation');
    const error = await failureOf(stripe.paymentIntents.confirm(intent.id, { off_session: true }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ statusCode: 402, code, decline_code: declineCode });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });

  it('an on-session charge asks for authentication on a page, and succeeds after it', async () => {
    const { id } = await stripe.paymentIntents.create(await aCharge('pm_card_authenticationRequired'));
    const intent = await stripe.paymentIntents.confirm(id, { return_url: 'https://shop.example' });
    expect(intent.status).toBe('requires_action');
    await sandbox().pay(intent.next_action?.redirect_to_url?.url ?? '');
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  });

  it('a key replays its first answer for 24 hours, an answer of 500 too, and refuses other parameters', async () => {
    const body = await aCharge();
    const key = { idempotencyKey: 'once' };
    await sandbox().script({ mode: 'error_500_after', operation: 'payment_intents.create' });
    expect((await failureOf(stripe.paymentIntents.create(body, key))).statusCode).toBe(500);
    expect((await failureOf(stripe.paymentIntents.create(body, key))).statusCode).toBe(500);
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
    const changed = await failureOf(stripe.paymentIntents.create({ ...body, amount: 1300 }, key));
    expect(changed).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    await sandbox().advance(24 * 60 * 60 + 1);
    expect((await stripe.paymentIntents.create(body, key)).status).toBe('requires_confirmation');
    expect((await stripe.paymentIntents.list()).data).toHaveLength(2);
  });

  it('a confirmation that times out has succeeded, once', async () => {
    const { id } = await stripe.paymentIntents.create(await aCharge());
    await sandbox().script({ mode: 'time_out_and_succeed', operation: 'payment_intents.confirm' });
    const error = await failureOf(stripe.paymentIntents.confirm(id, {}, { idempotencyKey: 'confirm' }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
    expect(await sandbox().netOf(id)).toBe(1200);
  });

  it('a bank debit is processing until it settles or fails', async () => {
    for (const [mode, status] of [
      ['late_success', 'succeeded'],
      ['late_failure', 'requires_payment_method'],
    ] as const) {
      const { id } = await stripe.paymentIntents.create(await aCharge());
      await sandbox().script({ mode, delay_ms: 60_000 });
      expect((await stripe.paymentIntents.confirm(id, { off_session: true })).status).toBe('processing');
      await sandbox().advance(61);
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe(status);
    }
  });

  it('a setup saves a method of the customer, which can be listed, charged and detached', async () => {
    const customer = await stripe.customers.create({ email: 'jane@example.com' });
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'eur',
      customer: customer.id,
      success_url: 'https://shop.example',
      setup_intent_data: { metadata: { setup_id: 's1' } },
    });
    await sandbox().pay(session.url ?? '', 'decline:insufficient_funds');
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] });
    expect(done.setup_intent).toMatchObject({ status: 'succeeded', metadata: { setup_id: 's1' } });
    const { data } = await stripe.customers.listPaymentMethods(customer.id);
    expect(data).toMatchObject([{ type: 'card', card: { last4: '4242' } }]);
    expect((await stripe.paymentMethods.detach(data[0]?.id ?? '')).customer).toBeNull();
  });

  it('refunds are limited to what is left, and one that fails later gives the money back', async () => {
    const { id } = await stripe.paymentIntents.create({ ...(await aCharge()), confirm: true });
    expect((await stripe.refunds.create({ payment_intent: id, amount: 200 })).status).toBe('succeeded');
    expect((await failureOf(stripe.refunds.create({ payment_intent: id, amount: 1001 }))).statusCode).toBe(
      400,
    );
    await sandbox().script({ mode: 'late_failure', operation: 'refund', delay_ms: 10_000 });
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(await sandbox().netOf(id)).toBe(0);
    await sandbox().advance(11);
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed');
    expect(await sandbox().netOf(id)).toBe(1000);
    expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(2);
  });

  it('a dispute withdraws the funds, and a won one reinstates them', async () => {
    const { id } = await stripe.paymentIntents.create({ ...(await aCharge()), confirm: true });
    const move = (action: string) => sandbox().call('POST', '/payments', { provider: 'stripe', id, action });
    await move('dispute');
    expect(await sandbox().netOf(id)).toBe(0);
    await move('dispute_won');
    expect(await sandbox().netOf(id)).toBe(1200);
    await sandbox().types(typeOf, ['charge.dispute.created', 'charge.dispute.closed']);
  });

  it('a dispute may be over a part', async () => {
    const { id } = await stripe.paymentIntents.create({ ...(await aCharge()), confirm: true });
    const about = { provider: 'stripe', id, action: 'dispute', amount: 500 };
    await sandbox().call('POST', '/payments', about);
    expect(await sandbox().netOf(id)).toBe(700);
    const { data } = await stripe.disputes.list({ payment_intent: id });
    expect(data[0]?.amount).toBe(500);
    await sandbox().call('POST', '/payments', { ...about, action: 'dispute_won' });
    expect(await sandbox().netOf(id)).toBe(1200);
  });

  it('lists page by cursor and creation', async () => {
    const body = await aCharge();
    for (let n = 0; n < 5; n++) await stripe.paymentIntents.create(body);
    const ids: string[] = [];
    for await (const it of stripe.paymentIntents.list({ limit: 2 })) ids.push(it.id);
    expect(new Set(ids).size).toBe(5);
    const later = Math.floor(Date.now() / 1000) + 1_000_000;
    expect((await stripe.paymentIntents.list({ created: { gte: later } })).data).toEqual([]);
  });

  it('amounts that Stripe refuses, old parameters, bad keys and foreign objects are refused', async () => {
    const codes = async (promise: Promise<unknown>) => {
      const { statusCode, code } = await failureOf(promise);
      return [statusCode, code];
    };
    const body = await aCharge();
    const create = (fields: object) => codes(stripe.paymentIntents.create({ ...body, ...fields }));
    expect(await create({ amount: 49 })).toEqual([400, 'amount_too_small']);
    expect(await create({ amount: 100_000_000 })).toEqual([400, 'amount_too_large']);
    expect(await create({ amount: 1001, currency: 'kwd' })).toEqual([400, 'invalid_charge_amount']);
    expect(await create({ payment_method_types: ['card'] })).toEqual([400, 'parameter_unknown']);
    const { hostname, port } = new URL(sandbox().urlOf('stripe'));
    const other = (key: string) =>
      new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
    expect(await codes(other('sk_invalid').customers.list())).toEqual([401, undefined]);
    const foreign = other('sk_test_other').customers.retrieve(body.customer);
    expect(await codes(foreign)).toEqual([404, 'resource_missing']);
  });

  it.each([
    ['lose_notification', 0],
    ['notify_twice', 2],
  ])('the script can %s', async (mode, times) => {
    await sandbox().script({ mode, event: 'payment_intent.succeeded' });
    await stripe.paymentIntents.create({ ...(await aCharge()), confirm: true });
    const types = await sandbox().types(typeOf, ['charge.succeeded']);
    expect(types.filter((it) => it === 'payment_intent.succeeded')).toHaveLength(times);
  });

  it('the script can send notifications out of order', async () => {
    await sandbox().script({ mode: 'out_of_order', event: 'payment_intent.succeeded' });
    await stripe.paymentIntents.create({ ...(await aCharge()), confirm: true });
    const types = await sandbox().types(typeOf, ['payment_intent.succeeded', 'charge.succeeded']);
    expect(types.indexOf('charge.succeeded')).toBeLessThan(types.indexOf('payment_intent.succeeded'));
  });

  it('a rule that makes no sense is refused with what would be right', async () => {
    const refused = await sandbox().call('POST', '/script', { mode: 'explode' });
    expect(refused).toMatchObject({ httpStatus: 422 });
    expect(String(refused.error)).toContain('time_out_and_succeed');
  });
});
