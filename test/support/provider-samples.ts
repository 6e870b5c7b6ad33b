import { signHex, signRazorpay, signStandard, signStripe, type SignedMessage } from './provider-messages';

/** A sample of a provider for the conformance suite: a body and how to sign it. */
export interface ProviderSample {
  name: string;
  secret: string;
  otherSecret: string;
  body: string;
  /** Signs as the provider does. */
  sign(body: string, secret: string, at: Date): SignedMessage;
  /** Whether the signature covers a timestamp. */
  hasTimestamp: boolean;
}

/** Our payment ID in every sample. */
export const PAYMENT_ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const whsec = (fill: string): string =>
  `whsec_${Buffer.from(fill.repeat(32).slice(0, 32)).toString('base64')}`;

const STRIPE_BODY = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: 1_760_000_000,
  data: {
    object: { id: 'pi_1', amount_received: 5000, currency: 'usd', metadata: { payment_id: PAYMENT_ID } },
  },
});
const RAZORPAY_BODY = JSON.stringify({
  entity: 'event',
  account_id: 'acc_1',
  event: 'payment.captured',
  created_at: 1_760_000_000,
  payload: {
    payment: { entity: { id: 'pay_1', amount: 5000, currency: 'INR', notes: { payment_id: PAYMENT_ID } } },
  },
});
const GOCARDLESS_BODY = JSON.stringify({
  events: [
    {
      id: 'EV1',
      created_at: '2026-01-01T12:00:00.000Z',
      resource_type: 'payments',
      action: 'confirmed',
      links: { payment: 'PM1', organisation: 'OR1' },
      resource_metadata: { payment_id: PAYMENT_ID },
      metadata: {},
    },
  ],
});
const DODO_BODY = JSON.stringify({
  business_id: 'bus_1',
  type: 'payment.succeeded',
  timestamp: '2026-01-01T12:00:00.000Z',
  data: { payment_id: 'pay_1', total_amount: 5000, currency: 'USD', metadata: { payment_id: PAYMENT_ID } },
});
const MANUAL_BODY = JSON.stringify({
  event_id: 'bank-1',
  payment_id: PAYMENT_ID,
  status: 'succeeded',
  amount: 5000,
  currency: 'USD',
});

/** One sample for each published provider; two for `manual`, which has two signature schemes. */
export const SAMPLES: readonly ProviderSample[] = [
  {
    name: 'stripe',
    secret: 'whsec_stripe_current_1',
    otherSecret: 'whsec_stripe_previous',
    body: STRIPE_BODY,
    sign: signStripe,
    hasTimestamp: true,
  },
  {
    name: 'razorpay',
    secret: 'merchant chose this',
    otherSecret: 'and before that, this',
    body: RAZORPAY_BODY,
    sign: (body, secret) => signRazorpay(body, secret),
    hasTimestamp: false,
  },
  {
    name: 'gocardless',
    secret: 'Vq2XPUJ9BpKTWmN4yRd8',
    otherSecret: 'h7GfZ3sLcYa5QxE1wMk6',
    body: GOCARDLESS_BODY,
    sign: signHex,
    hasTimestamp: false,
  },
  {
    name: 'dodopayments',
    secret: whsec('dodo'),
    otherSecret: whsec('former'),
    body: DODO_BODY,
    sign: (body, secret, at) => signStandard(body, secret, at),
    hasTimestamp: true,
  },
  {
    name: 'manual',
    secret: whsec('bank'),
    otherSecret: whsec('old bank'),
    body: MANUAL_BODY,
    sign: (body, secret, at) => signStandard(body, secret, at),
    hasTimestamp: true,
  },
  {
    name: 'manual',
    secret: 'a plain secret for hex',
    otherSecret: 'another plain secret',
    body: MANUAL_BODY,
    sign: signHex,
    hasTimestamp: false,
  },
];
