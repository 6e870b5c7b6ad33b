import { randomUUID } from 'node:crypto';
import { signHex, signRazorpay, signStandard, signStripe, type SignedMessage } from './provider-messages';

/** The providers that report reversals and the return of their money. */
export const DISPUTING_PROVIDERS = ['stripe', 'razorpay', 'gocardless', 'dodopayments'] as const;
export const PROVIDERS = [...DISPUTING_PROVIDERS, 'manual'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** A secret that every provider accepts. */
export const PROVIDER_SECRET = Buffer.alloc(32, 7).toString('base64');

export type Happening = 'succeeded' | 'failed' | 'refunded' | 'reversed' | 'reinstated';

/** The fields of an event about a payment. */
export interface EventFields {
  /** Our ID; null if the event has none. */
  paymentId: string | null;
  providerPaymentId: string;
  amount?: unknown;
  currency?: unknown;
  at: Date;
  /** The kind at the provider, instead of the usual one. */
  kind?: string;
}

const TYPES: Record<Exclude<Provider, 'manual'>, Record<Happening, string>> = {
  stripe: {
    succeeded: 'payment_intent.succeeded',
    failed: 'payment_intent.payment_failed',
    refunded: 'charge.refunded',
    reversed: 'charge.dispute.funds_withdrawn',
    reinstated: 'charge.dispute.funds_reinstated',
  },
  razorpay: {
    succeeded: 'payment.captured',
    failed: 'payment.failed',
    refunded: 'refund.processed',
    reversed: 'payment.dispute.lost',
    reinstated: 'payment.dispute.won',
  },
  gocardless: {
    succeeded: 'payments.confirmed',
    failed: 'payments.failed',
    refunded: 'refunds.paid',
    reversed: 'payments.charged_back',
    reinstated: 'payments.chargeback_cancelled',
  },
  dodopayments: {
    succeeded: 'payment.succeeded',
    failed: 'payment.failed',
    refunded: 'refund.succeeded',
    reversed: 'dispute.lost',
    reinstated: 'dispute.won',
  },
};

const unix = (at: Date): number => at.getTime() / 1000;

const BUILDERS: Record<Provider, (happening: Happening, fields: EventFields) => SignedMessage> = {
  stripe: (happening, { paymentId, providerPaymentId, amount, currency, at, kind }) => {
    const isIntent = happening === 'succeeded' || happening === 'failed';
    const amounts = { succeeded: 'amount_received', refunded: 'amount_refunded' } as Partial<
      typeof TYPES.stripe
    >;
    const object = {
      ...(isIntent
        ? { id: providerPaymentId }
        : { id: `x_${randomUUID()}`, payment_intent: providerPaymentId }),
      [amounts[happening] ?? 'amount']: amount,
      currency: typeof currency === 'string' ? currency.toLowerCase() : currency,
      metadata: paymentId === null ? {} : { payment_id: paymentId },
    };
    const type = kind ?? TYPES.stripe[happening];
    const event = { id: `evt_${randomUUID()}`, object: 'event', type, created: unix(at), data: { object } };
    return signStripe(JSON.stringify(event), PROVIDER_SECRET);
  },
  razorpay: (happening, { paymentId, providerPaymentId: id, amount, currency, at, kind }) => {
    const notes = paymentId === null ? [] : { payment_id: paymentId };
    const money = { amount, currency };
    const about = { id: randomUUID(), payment_id: id, ...money, notes: [] };
    const payload = {
      payment: { entity: { id, notes, ...(happening === 'succeeded' ? money : {}) } },
      ...(happening === 'refunded' ? { refund: { entity: about } } : {}),
      ...(happening === 'reversed' || happening === 'reinstated' ? { dispute: { entity: about } } : {}),
    };
    const body = { event: kind ?? TYPES.razorpay[happening], created_at: unix(at), payload };
    return signRazorpay(JSON.stringify(body), PROVIDER_SECRET);
  },
  gocardless: (happening, { paymentId, providerPaymentId, at, kind }) => {
    const [type, action] = (kind ?? TYPES.gocardless[happening]).split('.');
    const event = {
      id: `EV${randomUUID()}`,
      created_at: at.toISOString(),
      resource_type: type,
      action,
      links: { payment: providerPaymentId, ...(happening === 'refunded' ? { refund: randomUUID() } : {}) },
      resource_metadata: paymentId === null ? {} : { payment_id: paymentId },
    };
    return signHex(JSON.stringify({ events: [event] }), PROVIDER_SECRET);
  },
  dodopayments: (happening, { paymentId, providerPaymentId, amount, currency, at, kind }) => {
    const data = {
      payment_id: providerPaymentId,
      metadata: paymentId === null ? {} : { payment_id: paymentId },
      ...(happening === 'succeeded' ? { total_amount: amount, currency } : {}),
      ...(happening === 'refunded' ? { refund_id: randomUUID(), amount, currency } : {}),
    };
    const type = kind ?? TYPES.dodopayments[happening];
    return signStandard(JSON.stringify({ type, timestamp: at.toISOString(), data }), PROVIDER_SECRET);
  },
  manual: (status, { paymentId, providerPaymentId, amount, currency, at }) => {
    const names = { payment_id: paymentId, provider_payment_id: providerPaymentId };
    const body = { event_id: randomUUID(), ...names, status, amount, currency, occurred_at: at };
    return signHex(JSON.stringify(body), PROVIDER_SECRET);
  },
};

/** Returns a signed event of a provider about a payment. */
export function providerEvent(provider: Provider, happening: Happening, fields: EventFields): SignedMessage {
  return BUILDERS[provider](happening, fields);
}
