import { signStripe, type SignedMessage } from './provider-messages';
import { PROVIDER_SECRET } from './provider-events';
import { stripeEvent } from './payments';

/** What a Stripe event reports, on which day, with which amount. */
export type Report = [
  type: 'succeeded' | 'withdrawn' | 'reinstated' | 'refund' | 'failed refund',
  day: number,
  cents: number,
];

/** Reports about one payment of 5000, in an order of arrival that is hard, and what they leave in any order. */
interface MoneyStory {
  reports: Report[];
  /** The payment at the end. */
  end: object;
  /** The amount due on its invoice, in minor units. */
  dueCents: number;
  /** The event types that need review; absent if they depend on the order of arrival. */
  reviewed?: string[];
}

export const MONEY_STORIES: Record<string, MoneyStory> = {
  'a refund of money that came back in two parts': {
    reports: [
      ['succeeded', 1, 5000],
      ['withdrawn', 2, 5000],
      ['reinstated', 3, 2500],
      ['refund', 5, 3500],
      ['reinstated', 4, 5000],
    ],
    end: { status: 'succeeded', refunded_amount_cents: 3500, reversed_amount_cents: 0 },
    dueCents: 0,
  },
  'a reversal after a refund that failed': {
    reports: [
      ['succeeded', 1, 5000],
      ['refund', 2, 5000],
      ['withdrawn', 4, 5000],
      ['failed refund', 3, 5000],
    ],
    end: { status: 'failed', refunded_amount_cents: 0, reversed_amount_cents: 5000 },
    dueCents: 5000,
    reviewed: [],
  },
  'a return of a part': {
    reports: [
      ['succeeded', 1, 5000],
      ['reinstated', 3, 2000],
      ['withdrawn', 2, 5000],
    ],
    end: { status: 'succeeded', refunded_amount_cents: 0, reversed_amount_cents: 3000 },
    dueCents: 3000,
    reviewed: ['charge.dispute.funds_reinstated'],
  },
  'a return of a part after a second reversal': {
    reports: [
      ['succeeded', 1, 5000],
      ['reinstated', 5, 2000],
      ['withdrawn', 2, 5000],
      ['reinstated', 3, 5000],
      ['withdrawn', 4, 5000],
    ],
    end: { status: 'succeeded', refunded_amount_cents: 0, reversed_amount_cents: 3000 },
    dueCents: 3000,
  },
  'a return of a part after a refund that failed': {
    reports: [
      ['succeeded', 1, 5000],
      ['refund', 2, 5000],
      ['reinstated', 5, 2000],
      ['withdrawn', 4, 5000],
      ['failed refund', 3, 5000],
    ],
    end: { status: 'succeeded', refunded_amount_cents: 0, reversed_amount_cents: 3000 },
    dueCents: 3000,
  },
};

/** Returns a signed Stripe event with the report, about a payment in USD. */
export function reportOf(paymentId: string, [type, day, amount]: Report): SignedMessage {
  const intent = `pi_${paymentId}`;
  const about = { currency: 'usd', metadata: { payment_id: paymentId } };
  const event = (kind: string, object: object): SignedMessage => {
    const created = Date.UTC(2026, 0, day) / 1000;
    return signStripe(stripeEvent(kind, { ...about, ...object }, { created }), PROVIDER_SECRET);
  };
  if (type === 'succeeded') return event('payment_intent.succeeded', { id: intent, amount_received: amount });
  const money = { payment_intent: intent, amount };
  if (type === 'withdrawn' || type === 'reinstated') return event(`charge.dispute.funds_${type}`, money);
  const refund = { ...money, id: `re_${paymentId}` };
  return type === 'refund'
    ? event('refund.created', { ...refund, status: 'succeeded' })
    : event('refund.failed', { ...refund, status: 'failed' });
}
