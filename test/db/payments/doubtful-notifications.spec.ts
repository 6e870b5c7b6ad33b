import { anInvoice, aPayment } from '../../support/builders';
import {
  connect,
  deliver,
  invoiceOf,
  notificationsOf,
  pathOfUrl,
  paymentOf,
  stripeEvent,
  type NotificationBody,
  type PaymentBody,
} from '../../support/payments';
import {
  PROVIDERS,
  PROVIDER_SECRET,
  providerEvent,
  type EventFields,
  type Happening,
  type Provider,
} from '../../support/provider-events';
import { planOf } from '../../support/query-plan';
import { signRazorpay, signStripe, type SignedMessage } from '../../support/provider-messages';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { wrongFieldsOf } from '../../support/wire';

const AT = new Date('2026-01-01T00:00:00Z');

describe('notifications that only a person can judge', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  const paths = new Map<Provider, string>();

  beforeAll(async () => {
    for (const provider of PROVIDERS) {
      paths.set(provider, pathOfUrl(await connect(organization, provider, PROVIDER_SECRET)));
    }
  });

  const send = async (provider: Provider, message: SignedMessage): Promise<NotificationBody | undefined> => {
    await deliver(app, paths.get(provider) ?? '', message).expect(200);
    return (await notificationsOf(organization, provider, '?limit=1'))[0];
  };
  const tell = (provider: Provider, happening: Happening, fields: Partial<EventFields>) => {
    const all = {
      paymentId: null,
      providerPaymentId: 'pi_x',
      amount: 5000,
      currency: 'USD',
      at: AT,
      ...fields,
    };
    return send(provider, providerEvent(provider, happening, all));
  };
  const open = async (provider: Provider, fields: object = {}): Promise<PaymentBody> =>
    aPayment(organization, await anInvoice(organization, { currency: 'USD' }), { provider, ...fields });
  const expectUntouched = async (...payments: PaymentBody[]): Promise<void> => {
    for (const payment of payments) {
      expect(await paymentOf(organization, payment.id)).toEqual(payment);
      const invoice = await invoiceOf(organization, payment.invoice_id ?? '');
      expect([invoice.status, invoice.amount_due_cents]).toEqual(['finalized', 5000]);
    }
  };

  describe('two payments', () => {
    it.each(PROVIDERS)('%s: a notification that names two payments changes neither', async (provider) => {
      const byUs = await open(provider);
      const byProvider = await open(provider, { provider_payment_id: `pi_of_${provider}` });
      const names = { paymentId: byUs.id, providerPaymentId: `pi_of_${provider}` };
      for (const happening of ['succeeded', 'failed', 'refunded'] as const) {
        const told = await tell(provider, happening, names);
        expect(told).toMatchObject({
          status: 'ignored',
          needs_review: true,
          reason: `The notification names two payments: ${byUs.id} and ${byProvider.id}.`,
          payment_id: byUs.id,
        });
      }
      await expectUntouched(byUs, byProvider);
    });

    it.each(PROVIDERS)(
      '%s: our ID of a payment elsewhere is not replaced by another ID',
      async (provider) => {
        const stranger = await app.anOrganization();
        const invoice = await anInvoice(stranger, { currency: 'USD' });
        const theirs = await aPayment(stranger, invoice, { provider });
        const other = await open(provider === 'stripe' ? 'razorpay' : 'stripe');
        const known = await open(provider, { provider_payment_id: `pi_known_${provider}` });
        for (const paymentId of [theirs.id, other.id, crypto.randomUUID()]) {
          const told = await tell(provider, 'succeeded', {
            paymentId,
            providerPaymentId: `pi_known_${provider}`,
          });
          expect(told).toMatchObject({ status: 'ignored', needs_review: true });
          expect(told?.reason).toBe(`The notification names two payments: ${known.id} and ${paymentId}.`);
        }
        await expectUntouched(known, other);
        expect(await paymentOf(stranger, theirs.id)).toEqual(theirs);
      },
    );

    it('a checkout of one payment with the metadata or reference of another changes neither', async () => {
      const [first, second] = [await open('stripe', { provider_checkout_id: 'cs_1' }), await open('stripe')];
      const session = { id: 'cs_1', payment_status: 'paid', amount_total: 5000, currency: 'usd' };
      const complete = (more: object) =>
        send(
          'stripe',
          signStripe(stripeEvent('checkout.session.completed', { ...session, ...more }), PROVIDER_SECRET),
        );
      const byMetadata = await complete({ metadata: { payment_id: second.id } });
      expect(byMetadata?.reason).toBe(`The notification names two payments: ${second.id} and ${first.id}.`);
      const both = { metadata: { payment_id: first.id }, client_reference_id: second.id };
      expect(await complete(both)).toMatchObject({ status: 'ignored', needs_review: true });
      await expectUntouched(first, second);
      // The reference may also be an ID of the merchant's own.
      const own = { metadata: {}, client_reference_id: crypto.randomUUID() };
      expect(await complete(own)).toMatchObject({ status: 'processed', payment_id: first.id });
    });

    it('notes of an order that name another payment than those of its payment change neither', async () => {
      const [first, second] = [await open('razorpay'), await open('razorpay')];
      const entity = { id: 'pay_two', amount: 5000, currency: 'USD', notes: { payment_id: first.id } };
      const order = { entity: { id: 'order_two', notes: { payment_id: second.id } } };
      const body = { event: 'order.paid', payload: { payment: { entity }, order } };
      const told = await send('razorpay', signRazorpay(JSON.stringify(body), PROVIDER_SECRET));
      expect(told).toMatchObject({ status: 'ignored', needs_review: true });
      await expectUntouched(first, second);
    });

    it('payments that share a checkout are told apart by our ID', async () => {
      const shared = { provider_checkout_id: 'cs_shared' };
      const [first, second] = [await open('stripe', shared), await open('stripe', shared)];
      const session = { id: 'cs_shared', payment_status: 'paid', amount_total: 5000, currency: 'usd' };
      const object = { ...session, metadata: { payment_id: first.id } };
      const event = stripeEvent('checkout.session.completed', object);
      const told = await send('stripe', signStripe(event, PROVIDER_SECRET));
      expect(told).toMatchObject({ status: 'processed', needs_review: false, payment_id: first.id });
      await expectUntouched(second);
    });
  });

  describe('unknown money', () => {
    const strict = PROVIDERS.filter((it) => it !== 'gocardless');

    it.each(strict)('%s: a success without amount or currency is not applied', async (provider) => {
      const payment = await open(provider);
      const names = { paymentId: payment.id, providerPaymentId: `pi_${payment.id}` };
      for (const [fields, reason] of [
        [{ amount: undefined }, 'The notification has no amount.'],
        [{ amount: null }, 'The notification has no amount.'],
        [{ currency: undefined }, 'The notification has no currency.'],
        [{ currency: null }, 'The notification has no currency.'],
        [{ amount: null, currency: null }, 'The notification has no amount and no currency.'],
      ] as const) {
        expect(await tell(provider, 'succeeded', { ...names, ...fields })).toMatchObject({
          ...{ status: 'ignored', needs_review: true, reason, payment_id: payment.id },
        });
      }
      if (provider !== 'manual') {
        for (const fields of [{ amount: '5000' }, { amount: 50.5 }, { currency: 840 }, { currency: 'XXX' }]) {
          const told = await tell(provider, 'succeeded', { ...names, ...fields });
          expect(told).toMatchObject({ status: 'failed', needs_review: true });
        }
      }
      await expectUntouched(payment);
      await tell(provider, 'succeeded', names);
      expect((await paymentOf(organization, payment.id)).status).toBe('succeeded');
    });

    it('a success of GoCardless, which sends no amounts, counts as the recorded amount', async () => {
      const payment = await open('gocardless', { amount_cents: 3000 });
      await tell('gocardless', 'succeeded', { paymentId: payment.id, providerPaymentId: 'PM_recorded' });
      expect(await paymentOf(organization, payment.id)).toMatchObject({
        status: 'succeeded',
        amount_cents: 3000,
      });
      expect((await invoiceOf(organization, payment.invoice_id ?? '')).amount_due_cents).toBe(2000);
    });
  });

  it('notifications can be filtered by whether they need review', async () => {
    const own = await app.anOrganization();
    const path = pathOfUrl(await connect(own, 'stripe', PROVIDER_SECRET));
    const payment = await aPayment(own, await anInvoice(own, { currency: 'USD' }));
    const fields = { paymentId: payment.id, providerPaymentId: 'pi_1', currency: 'USD', at: AT };
    for (const amount of [null, 5000]) {
      await deliver(app, path, providerEvent('stripe', 'succeeded', { ...fields, amount })).expect(200);
    }
    const results = async (query: string) =>
      (await notificationsOf(own, 'stripe', query)).map((it) => [it.status, it.needs_review]);
    expect(await results('?needs_review=true')).toEqual([['ignored', true]]);
    expect(await results('?needs_review=false')).toEqual([['processed', false]]);
    expect(await results(`?needs_review=true&payment_id=${payment.id}&status=processed`)).toEqual([]);
    const list = '/v1/payment_providers/stripe/notifications';
    expect(await wrongFieldsOf(own.get(`${list}?needs_review=yes`))).toEqual(['needs_review']);
    const query = `SELECT id FROM provider_notifications
                    WHERE organization_id = '${own.id}' AND provider = 'stripe' AND needs_review = true
                    ORDER BY created_at DESC, id DESC LIMIT 100`;
    await app.database.query(
      `INSERT INTO provider_notifications
       SELECT copy.* FROM provider_notifications AS one, generate_series(1, 3000) AS n, jsonb_populate_record(one,
              jsonb_build_object('id', gen_random_uuid(), 'event_id', n, 'replay_hash', n)) AS copy
        WHERE one.organization_id = $1 AND NOT one.needs_review`,
      [own.id],
    );
    await app.database.query('ANALYZE provider_notifications');
    expect(await planOf(app, query)).toContain('using provider_notifications_review on');
  });
});
