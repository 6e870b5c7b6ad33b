import { anInvoice, aPayment } from '../../support/builders';
import {
  connect,
  deliver,
  invoiceOf,
  notificationsOf,
  pathOfUrl,
  paymentOf,
  stripeEvent,
  type PaymentBody,
} from '../../support/payments';
import {
  signHex,
  signRazorpay,
  signStandard,
  signStripe,
  type SignedMessage,
} from '../../support/provider-messages';
import { eventsOf } from '../../support/bills';
import { scaled } from '../../support/long-form';
import { PROVIDERS, PROVIDER_SECRET, providerEvent } from '../../support/provider-events';
import { MONEY_STORIES, reportOf } from '../../support/money-stories';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf } from '../../support/wire';

/** A secret that every provider accepts. */
const SECRET = PROVIDER_SECRET;

/** The notifications about one payment, and the result that they must have in any order. */
interface PaymentStory {
  provider: string;
  messages(payment: PaymentBody): SignedMessage[];
  end: { status: string; refunded_amount_cents: number };
  invoice: { status: string; amount_due_cents: number };
}

const unix = (day: number): number => Date.UTC(2026, 0, day) / 1000;
const instant = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString();

function stripe(payment: PaymentBody, type: string, day: number, object: object): SignedMessage {
  const about = { currency: 'usd', metadata: { payment_id: payment.id }, ...object };
  return signStripe(stripeEvent(type, about, { created: unix(day) }), SECRET);
}

function razorpay(payment: PaymentBody, event: string, day: number, more: object = {}): SignedMessage {
  const entity = { id: `pay_${payment.id}`, order_id: `order_${payment.id}`, amount: 5000, currency: 'USD' };
  const notes = { payment_id: payment.id };
  const body = {
    event,
    created_at: unix(day),
    payload: { payment: { entity: { ...entity, notes } }, ...more },
  };
  return signRazorpay(JSON.stringify(body), SECRET, `${event}-${payment.id}`);
}

function gocardless(payment: PaymentBody, action: string, day: number): SignedMessage {
  const event = {
    id: `EV-${action}-${payment.id}`,
    created_at: instant(day),
    resource_type: 'payments',
    action,
    links: { payment: `PM-${payment.id}` },
    details: { cause: 'refer_to_payer', description: 'The customer has asked to be called' },
    resource_metadata: { payment_id: payment.id },
  };
  return signHex(JSON.stringify({ events: [event] }), SECRET);
}

const PAID = { status: 'paid', amount_due_cents: 0 };
const STORIES: Record<string, PaymentStory> = {
  'stripe: completed, succeeded, refunded': {
    provider: 'stripe',
    messages: (it) => {
      const intent = `pi_${it.id}`;
      return [
        stripe(it, 'checkout.session.completed', 1, {
          id: `cs_${it.id}`,
          payment_intent: intent,
          payment_status: 'paid',
          amount_total: 5000,
        }),
        stripe(it, 'payment_intent.succeeded', 1, { id: intent, amount_received: 5000 }),
        stripe(it, 'charge.refunded', 2, { id: 'ch_1', payment_intent: intent, amount_refunded: 5000 }),
      ];
    },
    end: { status: 'refunded', refunded_amount_cents: 5000 },
    invoice: PAID,
  },
  'stripe: partially refunded, reported by charge and by refund': {
    provider: 'stripe',
    messages: (it) => {
      const refund = { id: `re_${it.id}`, payment_intent: `pi_${it.id}`, amount: 2000, status: 'succeeded' };
      return [
        stripe(it, 'payment_intent.succeeded', 1, { id: `pi_${it.id}`, amount_received: 5000 }),
        stripe(it, 'charge.refunded', 2, { payment_intent: `pi_${it.id}`, amount_refunded: 2000 }),
        stripe(it, 'refund.created', 2, refund),
      ];
    },
    end: { status: 'succeeded', refunded_amount_cents: 2000 },
    invoice: PAID,
  },
  'stripe: a refund fails, and a smaller one is made': {
    provider: 'stripe',
    messages: (it) => {
      const intent = `pi_${it.id}`;
      const failed = { id: `re_${it.id}`, payment_intent: intent, amount: 3000, status: 'failed' };
      return [
        stripe(it, 'payment_intent.succeeded', 1, { id: intent, amount_received: 5000 }),
        stripe(it, 'charge.refunded', 2, { payment_intent: intent, amount_refunded: 3000 }),
        stripe(it, 'refund.failed', 3, failed),
        stripe(it, 'charge.refunded', 4, { payment_intent: intent, amount_refunded: 2000 }),
      ];
    },
    end: { status: 'succeeded', refunded_amount_cents: 2000 },
    invoice: PAID,
  },
  'dodopayments: a refund fails, and the whole payment is refunded': {
    provider: 'dodopayments',
    messages: (it) => {
      const about = { payment_id: `pay_${it.id}`, currency: 'USD', metadata: { payment_id: it.id } };
      const dodo = (type: string, day: number, data: object): SignedMessage =>
        signStandard(JSON.stringify({ type, timestamp: instant(day), data: { ...about, ...data } }), SECRET);
      return [
        dodo('payment.succeeded', 1, { total_amount: 5000 }),
        dodo('refund.succeeded', 2, { refund_id: `a_${it.id}`, amount: 3000, is_partial: true }),
        dodo('refund.failed', 3, { refund_id: `a_${it.id}`, amount: 3000, is_partial: true }),
        dodo('refund.succeeded', 4, { refund_id: `b_${it.id}`, amount: 5000, is_partial: false }),
      ];
    },
    end: { status: 'refunded', refunded_amount_cents: 5000 },
    invoice: PAID,
  },
  'razorpay: authorized, captured, order paid, refund': {
    provider: 'razorpay',
    messages: (it) => {
      const refund = {
        id: `rfnd_${it.id}`,
        payment_id: `pay_${it.id}`,
        amount: 5000,
        currency: 'USD',
        notes: [],
      };
      return [
        razorpay(it, 'payment.authorized', 1),
        razorpay(it, 'payment.captured', 2),
        razorpay(it, 'order.paid', 2, { order: { entity: { id: `order_${it.id}`, amount_paid: 5000 } } }),
        razorpay(it, 'refund.processed', 3, { refund: { entity: refund } }),
      ];
    },
    end: { status: 'refunded', refunded_amount_cents: 5000 },
    invoice: PAID,
  },
  'gocardless: submitted, confirmed, paid out, failed late': {
    provider: 'gocardless',
    messages: (it) => [
      gocardless(it, 'submitted', 1),
      gocardless(it, 'confirmed', 4),
      gocardless(it, 'paid_out', 6),
      gocardless(it, 'failed', 9),
    ],
    end: { status: 'failed', refunded_amount_cents: 0 },
    invoice: { status: 'finalized', amount_due_cents: 5000 },
  },
};

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

/** Returns orders of the items, as indexes: a few that differ widely, or all in the long form. */
function ordersOf(items: readonly unknown[]): number[][] {
  const all = permutations([...items.keys()]);
  const step = Math.ceil(all.length / scaled(5, all.length));
  return all.filter((_, n) => n % step === 0);
}

/** Each provider reports a failed attempt, then a success that is reversed, comes back and is refunded in part. */
const HISTORY = ['failed', 'succeeded', 'reversed', 'reinstated', 'refunded'] as const;

jest.setTimeout(120_000);

describe('notifications in any order, each sent one to three times', () => {
  const app = useTestApp();
  const organization = useSharedOrganization(app);

  it.each(Object.entries(STORIES))(
    '%s: every order gives the same result, with one success',
    async (_, story) => {
      const path = pathOfUrl(await connect(organization, story.provider, SECRET));
      let turn = 0;
      for (const order of ordersOf(story.messages({ id: '' } as PaymentBody))) {
        const invoice = await anInvoice(organization, { currency: 'USD' });
        const payment = await aPayment(organization, invoice, { provider: story.provider });
        const messages = story.messages(payment);
        const sent = order.flatMap((index) =>
          Array.from({ length: 1 + (turn++ % 3) }, () => messages[index]),
        );
        for (const message of sent) {
          if (message !== undefined) await deliver(app, path, message).expect(200);
        }
        const about = { order, events: await eventsOf(app, payment.id) };
        expect({ ...about, ...(await paymentOf(organization, payment.id)) }).toMatchObject({
          ...about,
          ...story.end,
        });
        expect(await invoiceOf(organization, invoice.id)).toMatchObject(story.invoice);
        expect(about.events.filter((it) => it === 'payment.succeeded')).toHaveLength(1);
        expect((await eventsOf(app, invoice.id)).filter((it) => it === 'invoice.paid')).toHaveLength(1);
        const appliedAmounts = await app.database.query(
          `SELECT amount_cents FROM invoice_settlements WHERE source_id = $1`,
          [payment.id],
        );
        expect(appliedAmounts).toHaveLength(1);
        const kept = await notificationsOf(
          organization,
          story.provider,
          `?payment_id=${payment.id}&status=held`,
        );
        expect(kept).toEqual([]);
      }
    },
  );

  it.each(PROVIDERS)(
    '%s: a second attempt, a reversal that is undone and a refund end alike in every order',
    async (provider) => {
      const path = pathOfUrl(await connect(organization, provider, PROVIDER_SECRET));
      const history = HISTORY.filter(
        (it) => provider !== 'manual' || !it.startsWith('re') || it === 'refunded',
      );
      // Refunds of GoCardless have no amount, so they are whole.
      const status = provider === 'gocardless' ? 'refunded' : 'succeeded';
      const refunded = provider === 'gocardless' ? 5000 : 2000;
      for (const order of ordersOf(history)) {
        const invoice = await anInvoice(organization, { currency: 'USD' });
        const payment = await aPayment(organization, invoice, { provider });
        const ids = { paymentId: payment.id, providerPaymentId: `pi_${payment.id}` };
        const messages = history.map((happening, index) => {
          const amount = happening === 'refunded' ? 2000 : 5000;
          return providerEvent(provider, happening, {
            ...{ ...ids, amount, currency: 'USD' },
            at: new Date(Date.UTC(2026, 0, index + 1)),
          });
        });
        for (const message of order.flatMap((index) => [messages[index], messages[index]])) {
          if (message !== undefined) await deliver(app, path, message).expect(200);
        }
        const events = await eventsOf(app, payment.id);
        const about = { order: order.map((it) => history[it]) };
        expect({ ...about, ...(await paymentOf(organization, payment.id)) }).toMatchObject({
          ...{ ...about, status, amount_cents: 5000 },
          ...{ refunded_amount_cents: refunded, reversed_amount_cents: 0 },
        });
        expect(await invoiceOf(organization, invoice.id)).toMatchObject(PAID);
        expect(events.filter((it) => it === 'payment.succeeded')).toHaveLength(1);
        const waiting = await notificationsOf(
          organization,
          provider,
          `?payment_id=${payment.id}&status=held`,
        );
        expect(waiting).toEqual([]);
      }
      expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
    },
  );

  it.each(Object.entries(MONEY_STORIES))('%s: every order leaves the same money', async (_, story) => {
    const { reports, end, dueCents, reviewed } = story;
    const path = pathOfUrl(await connect(organization, 'stripe', SECRET));
    for (const order of ordersOf(reports)) {
      const invoice = await anInvoice(organization, { currency: 'USD' });
      const payment = await aPayment(organization, invoice);
      const messages = reports.map((it) => reportOf(payment.id, it));
      for (const message of order.flatMap((index) => messages[index] ?? [])) {
        await deliver(app, path, message).expect(200);
      }
      const about = { order: order.map((it) => reports[it]?.join(' ')) };
      const left = { ...about, ...(await paymentOf(organization, payment.id)) };
      expect(left).toMatchObject({ ...about, ...end });
      expect((await invoiceOf(organization, invoice.id)).amount_due_cents).toBe(dueCents);
      const query = `?payment_id=${payment.id}&needs_review=true`;
      const doubtful = (await notificationsOf(organization, 'stripe', query)).map((it) => it.event_type);
      expect({ ...about, reviewed: doubtful }).toEqual({ ...about, reviewed: reviewed ?? doubtful });
    }
    expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });
});
