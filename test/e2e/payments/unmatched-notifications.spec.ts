import { anInvoice, aPayment } from '../../support/builders';
import {
  connect,
  deliver,
  invoiceOf,
  notificationsOf,
  pathOfUrl,
  paymentOf,
  stripeEvent,
} from '../../support/payments';
import { signStripe } from '../../support/provider-messages';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';

const SECRET = 'whsec_of_stripe';
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

/** Only the Checkout Session is known, and no notification contains our payment ID (docs/payments.md). */
describe('notifications that match no payment on arrival', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);
  let path: string;

  beforeAll(async () => {
    path = pathOfUrl(await connect(organization, 'stripe', SECRET));
  });

  const messagesOf = (session: string, intent: string): string[] => {
    const common = { currency: 'usd', metadata: {} };
    const names = { id: session, payment_intent: intent };
    const paid = { ...names, ...common, payment_status: 'paid', amount_total: 5000 };
    const charge = { ...common, id: `ch_${intent}`, payment_intent: intent, amount_refunded: 2000 };
    return [
      stripeEvent('checkout.session.completed', paid),
      stripeEvent('payment_intent.succeeded', { ...common, id: intent, amount_received: 5000 }),
      stripeEvent('charge.refunded', charge),
    ];
  };
  const deliverAll = async (messages: (string | undefined)[]): Promise<void> => {
    for (const message of messages) {
      await deliver(app, path, signStripe(message ?? '', SECRET)).expect(200);
    }
  };

  it.each(ORDERS)(
    'notifications in the order %i, %i, %i leave the payment succeeded and refunded in part',
    async (...order) => {
      const [session, intent] = [`cs_${order.join('')}`, `pi_${order.join('')}`];
      const invoice = await anInvoice(organization, { currency: 'USD' });
      const { id } = await aPayment(organization, invoice, { provider_checkout_id: session });
      const messages = messagesOf(session, intent);
      await deliverAll(order.map((it) => messages[it]));
      await deliverAll(messages);
      expect(await paymentOf(organization, id)).toMatchObject({
        status: 'succeeded',
        provider_payment_id: intent,
        refunded_amount_cents: 2000,
      });
      expect(await invoiceOf(organization, invoice.id)).toMatchObject({
        status: 'paid',
        amount_paid_cents: 5000,
      });
      expect(await notificationsOf(organization, 'stripe', `?payment_id=${id}`)).toHaveLength(3);
    },
  );

  it('concurrent, duplicated notifications leave the payment succeeded, with its refund counted once', async () => {
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const { id } = await aPayment(organization, invoice, { provider_checkout_id: 'cs_parallel' });
    const messages = messagesOf('cs_parallel', 'pi_parallel');
    await Promise.all(
      [...messages, ...messages].map((it) => deliver(app, path, signStripe(it, SECRET)).expect(200)),
    );
    expect(await paymentOf(organization, id)).toMatchObject({
      status: 'succeeded',
      refunded_amount_cents: 2000,
    });
  });

  it('registering a payment applies the notifications received before it', async () => {
    const [, paid = '', refund = ''] = messagesOf('cs_registered', 'pi_registered');
    await deliverAll([refund, paid]);
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const payment = await aPayment(organization, invoice, { provider_payment_id: 'pi_registered' });
    const expected = { status: 'succeeded', refunded_amount_cents: 2000 };
    expect(payment).toMatchObject(expected);
    expect(await paymentOf(organization, payment.id)).toEqual(payment);
    expect(await invoiceOf(organization, invoice.id)).toMatchObject({ status: 'paid' });
    expect(await notificationsOf(organization, 'stripe', `?payment_id=${payment.id}`)).toMatchObject([
      { status: 'processed' },
      { status: 'processed' },
    ]);
    const hooks = await app.database.query<{ kind: string }>(
      `SELECT kind FROM outbox_events WHERE organization_id = $1 AND object_id = $2 ORDER BY sequence`,
      [organization.id, payment.id],
    );
    expect(hooks.map((it) => it.kind)).toEqual(['payment.created', 'payment.succeeded']);
  });

  it('a notification concurrent with the registration is applied', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `pi_moment_${n}`);
    const payments = await Promise.all(
      names.map(async (name) => {
        const invoice = await anInvoice(organization, { currency: 'USD' });
        const [, paid = ''] = messagesOf('cs_none', name);
        const [payment] = await Promise.all([
          aPayment(organization, invoice, { provider_payment_id: name }),
          deliverAll([paid]),
        ]);
        return paymentOf(organization, payment.id);
      }),
    );
    expect(payments.map((it) => it.status)).toEqual(names.map(() => 'succeeded'));
  });

  it('a notification of another organization is not applied', async () => {
    const other = await app.anOrganization();
    const otherPath = pathOfUrl(await connect(other, 'stripe', SECRET));
    const [, , refund] = messagesOf('cs_shared', 'pi_shared');
    await deliver(app, otherPath, signStripe(refund ?? '', SECRET)).expect(200);
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const { id } = await aPayment(organization, invoice, { provider_checkout_id: 'cs_shared' });
    await deliverAll(messagesOf('cs_shared', 'pi_shared').slice(0, 1));
    expect(await paymentOf(organization, id)).toMatchObject({ refunded_amount_cents: 0 });
    expect(await notificationsOf(other, 'stripe')).toMatchObject([{ status: 'ignored', payment_id: null }]);
  });
});
