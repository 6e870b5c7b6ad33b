import {
  at,
  classOf,
  fromProviderAmount,
  instantAt,
  integerAt,
  requiredAt,
  stringAt,
  targetIn,
  type Capture,
  type Decline,
  type ObjectState,
  type ObjectStatus,
  type ProviderMethod,
  type RefundState,
  type SetupState,
} from '../../collector-kit';
import { stripeAmounts } from './stripe-amounts';
import { STRIPE_DECLINES } from './stripe-declines';

/** Readers of Stripe's objects. */

const AUTHENTICATION = 'authentication_required';

/** Reads a PaymentIntent of a charge, with `latest_charge` expanded where it has succeeded. */
export function intentState(intent: unknown): ObjectState {
  const status = intentStatus(intent);
  return {
    objectId: requiredAt(intent, 'id'),
    status,
    isDead: status === 'succeeded' || status === 'canceled',
    url: status === 'requires_action' ? stringAt(intent, 'next_action', 'redirect_to_url', 'url') : null,
    expiresAt: null,
    captures: capturesOf(intent),
    decline: declineOf(intent),
  };
}

/** Reads a Checkout Session, with `payment_intent.latest_charge` expanded. Its intent appears at the first attempt. */
export function sessionState(session: unknown): ObjectState {
  const intent = at(session, 'payment_intent') ?? null;
  const captures = intent === null ? [] : capturesOf(intent);
  const decline = intent === null ? null : declineOf(intent);
  return {
    objectId: requiredAt(session, 'id'),
    ...sessionStanding(session, intent, captures.length > 0),
    url: stringAt(session, 'url'),
    expiresAt: instantAt(session, 'expires_at'),
    captures,
    decline,
  };
}

/** A session that is complete takes no second payment: one whose money did not come is over as well. */
function sessionStanding(
  session: unknown,
  intent: unknown,
  isPaid: boolean,
): Pick<ObjectState, 'status' | 'isDead'> {
  const status = stringAt(session, 'status');
  const ofIntent = intent === null ? 'open' : intentStatus(intent);
  if (isPaid) return { status: 'succeeded', isDead: true };
  if (ofIntent === 'processing') return { status: 'processing', isDead: false };
  if (status === 'expired') return { status: 'canceled', isDead: true };
  if (status === 'complete') {
    if (ofIntent === 'failed') return { status: 'failed', isDead: true };
    return { status: 'processing', isDead: false };
  }
  return { status: ofIntent === 'failed' ? 'failed' : 'open', isDead: false };
}

const STATUSES: Readonly<Partial<Record<string, ObjectStatus>>> = {
  succeeded: 'succeeded',
  canceled: 'canceled',
  requires_action: 'requires_action',
  processing: 'processing',
  requires_capture: 'processing',
};

function intentStatus(intent: unknown): ObjectStatus {
  const known = STATUSES[stringAt(intent, 'status') ?? ''];
  if (known !== undefined) return known;
  const decline = declineOf(intent);
  if (decline === null) return 'open';
  // Without the payer there is no page of the bank: it ends on our pay page.
  return decline.code === AUTHENTICATION ? 'requires_action' : 'failed';
}

function declineOf(intent: unknown): Decline | null {
  const error = at(intent, 'last_payment_error') ?? null;
  if (error === null) return null;
  const code = stringAt(error, 'decline_code') ?? stringAt(error, 'code') ?? 'declined';
  const declineClass = code === AUTHENTICATION ? 'soft' : classOf(STRIPE_DECLINES, code);
  return { code, message: stringAt(error, 'message') ?? 'The payment was declined.', declineClass };
}

function capturesOf(intent: unknown): readonly Capture[] {
  if (stringAt(intent, 'status') !== 'succeeded') return [];
  const charge = at(intent, 'latest_charge');
  return [
    captureOf({
      id: requiredAt(intent, 'id'),
      amount: integerAt(intent, 'amount_received'),
      refunded: integerAt(charge, 'amount_refunded'),
      about: intent,
      capturedAt: instantAt(charge, 'created') ?? instantAt(intent, 'created'),
    }),
  ];
}

/** Reads a paid charge as a capture of its PaymentIntent. */
export function chargeCapture(charge: unknown): Capture {
  return captureOf({
    id: stringAt(charge, 'payment_intent') ?? requiredAt(charge, 'id'),
    amount: integerAt(charge, 'amount_captured'),
    refunded: integerAt(charge, 'amount_refunded'),
    about: charge,
    capturedAt: instantAt(charge, 'created'),
  });
}

function captureOf(it: {
  id: string;
  amount: bigint;
  refunded: bigint;
  about: unknown;
  capturedAt: Date | null;
}): Capture {
  const currency = requiredAt(it.about, 'currency').toUpperCase();
  const cents = (amount: bigint): bigint => fromProviderAmount(stripeAmounts, amount, currency);
  return {
    providerPaymentId: it.id,
    amountCents: cents(it.amount),
    currency,
    refundedCents: cents(it.refunded),
    capturedAt: it.capturedAt ?? new Date(0),
    collectionId: stringAt(it.about, 'metadata', 'collection_id'),
    target: targetIn(at(it.about, 'metadata')),
  };
}

export function refundState(refund: unknown): RefundState {
  const status = stringAt(refund, 'status');
  const isOver = status === 'failed' || status === 'canceled';
  return {
    providerRefundId: requiredAt(refund, 'id'),
    status: isOver ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
    reason: stringAt(refund, 'failure_reason'),
  };
}

/** Reads a session of mode `setup`, with `setup_intent.payment_method` expanded. */
export function setupState(session: unknown): SetupState {
  const status = stringAt(session, 'status');
  const method = at(session, 'setup_intent', 'payment_method') ?? null;
  const isSaved = status === 'complete' && typeof method === 'object' && method !== null;
  return {
    setupObjectId: requiredAt(session, 'id'),
    status: isSaved ? 'succeeded' : status === 'expired' ? 'canceled' : 'open',
    url: stringAt(session, 'url'),
    expiresAt: instantAt(session, 'expires_at'),
    providerCustomerId: stringAt(session, 'customer') ?? stringAt(session, 'customer', 'id'),
    method: isSaved ? methodOf(method) : null,
  };
}

export function methodOf(method: unknown): ProviderMethod {
  const type = requiredAt(method, 'type');
  const details = at(method, type);
  const brand = stringAt(details, 'brand') ?? stringAt(details, 'bank_name') ?? type.replaceAll('_', ' ');
  const month = integerAt(details, 'exp_month');
  return {
    providerMethodId: requiredAt(method, 'id'),
    type: type === 'card' ? 'card' : /debit|bank/.test(type) ? 'bank_debit' : type,
    label: [brand, stringAt(details, 'last4')].filter((it) => it !== null).join(' '),
    expiresOn: month === 0n ? null : endOfMonth(integerAt(details, 'exp_year'), month),
    isUsable: true,
  };
}

/** A card is valid to the end of its month. */
function endOfMonth(year: bigint, month: bigint): string {
  return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
}
