import {
  amountAt,
  currencyAt,
  displayTextAt,
  exactTextAt,
  listAt,
  notificationOf,
  objectAt,
  paymentIdAt,
  reasonOf,
  requireObject,
  requireText,
  unixTimeAt,
  unlessMalformed,
} from './json-values';
import {
  MalformedItemError,
  type InboundHeaders,
  type PaymentProvider,
  type ProviderItem,
  type ProviderNotification,
  type SenderHints,
} from './payment-provider';
import { HEX_SHA256, isFresh, isSignedWith, soleHeader, utf8Keys } from './signatures';

const DAY_SECONDS = 24 * 60 * 60;
const SUBJECT = ['data', 'object'] as const;

type Part = Partial<ProviderNotification>;

/** Stripe (docs/payments.md): PaymentIntents, Checkout Sessions, charges, refunds and disputes. */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly signatureHeader = 'Stripe-Signature';
  readonly previousSecretSeconds = DAY_SECONDS;

  secretProblem(): null {
    return null;
  }

  /**
   * The signature is `t=<unix>,v1=<hex>[,v1=<hex>...]` over `t.body`; other schemes are ignored. Unlike the
   * SDK, also refuses a `t` too far in the future.
   */
  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean {
    const header = soleHeader(headers, this.signatureHeader) ?? '';
    const fields = header.split(',').map((it) => it.split('='));
    const of = (name: string): string[] =>
      fields.flatMap(([key, value = '', ...rest]) => (key === name && rest.length === 0 ? [value] : []));
    const [timestamp = '', ...furtherTimestamps] = of('t');
    const signatures = of('v1').filter((it) => HEX_SHA256.test(it));
    const isSigned = isSignedWith(utf8Keys(secrets), [`${timestamp}.`, rawBody], signatures, 'hex');
    return furtherTimestamps.length === 0 && isFresh(timestamp, now) && isSigned;
  }

  hints(body: unknown): SenderHints {
    const account = unlessMalformed(() => exactTextAt(body, 'account'));
    const ids = [['metadata', 'payment_id'], ['client_reference_id']].map((path) =>
      unlessMalformed(() => paymentIdAt(body, ...SUBJECT, ...path)),
    );
    return { accountIds: account === null ? [] : [account], paymentIds: ids.filter((it) => it !== null) };
  }

  split(body: unknown, bodyText: string): ProviderItem[] {
    return [{ eventId: unlessMalformed(() => exactTextAt(body, 'id')), text: bodyText, replayKey: bodyText }];
  }

  read(item: unknown): ProviderNotification {
    const event = requireObject(item, 'The event');
    exactTextAt(event, 'id');
    const eventType = requireText(event, 'type');
    const base = { eventType, occurredAt: unixTimeAt(event, 'created') };
    if (event.object === 'v2.core.event') {
      return notificationOf({ ...base, ignoredReason: 'A thin event contains no payment.' });
    }
    const part =
      READERS.get(eventType)?.(requireObject(objectAt(event, 'data').object, 'data.object')) ?? null;
    return notificationOf({
      ...base,
      ...(part ?? { ignoredReason: `The event type ${eventType} has no effect.` }),
    });
  }
}

/** Readers by event type; null if the event changes no payment. */
const READERS = new Map<string, (subject: object) => Part | null>(
  Object.entries<(subject: object) => Part | null>({
    'payment_intent.processing': (it) => ({ ...ofIntent(it), outcome: 'processing' }),
    'payment_intent.requires_action': (it) => ({ ...ofIntent(it), outcome: 'processing' }),
    'payment_intent.succeeded': (it) => ({
      ...ofIntent(it),
      outcome: 'succeeded',
      amountCents: amountAt(it, 'amount_received') ?? amountAt(it, 'amount'),
    }),
    'payment_intent.payment_failed': (it) => ({
      ...ofIntent(it),
      outcome: 'failed',
      failureReason: reasonOf(
        displayTextAt(it, 'last_payment_error', 'code'),
        displayTextAt(it, 'last_payment_error', 'message'),
      ),
    }),
    'payment_intent.canceled': (it) => ({
      ...ofIntent(it),
      outcome: 'canceled',
      failureReason: displayTextAt(it, 'cancellation_reason'),
    }),
    'checkout.session.completed': (it) => ({
      ...ofSession(it),
      outcome: exactTextAt(it, 'payment_status') === 'unpaid' ? 'processing' : 'succeeded',
    }),
    'checkout.session.async_payment_succeeded': (it) => ({ ...ofSession(it), outcome: 'succeeded' }),
    'checkout.session.async_payment_failed': (it) => ({ ...ofSession(it), outcome: 'failed' }),
    'checkout.session.expired': (it) => ({ ...ofSession(it), outcome: 'canceled' }),
    'charge.refunded': (it) => ({
      ...ofCharge(it),
      outcome: 'refunded',
      refund: {
        id: null,
        amountCents: null,
        cumulativeCents: amountAt(it, 'amount_refunded'),
        hasFailed: false,
      },
    }),
    'refund.created': ofRefund,
    'refund.updated': ofRefund,
    'refund.failed': ofRefund,
    'charge.dispute.funds_withdrawn': ofDispute,
    'charge.dispute.funds_reinstated': ofReturn,
    'charge.dispute.closed': ofClosedDispute,
  }),
);

function ofIntent(intent: object): Part {
  return {
    paymentId: paymentIdAt(intent, 'metadata', 'payment_id'),
    providerPaymentId: exactTextAt(intent, 'id'),
    currency: currencyAt(intent, 'currency'),
  };
}

/** `client_reference_id` is free for the merchant, so it need not be an ID of ours. */
function ofSession(session: object): Part {
  const reference = paymentIdAt(session, 'client_reference_id');
  return {
    paymentId: paymentIdAt(session, 'metadata', 'payment_id'),
    otherPaymentIds: reference === null ? [] : [reference],
    providerPaymentId: intentIdOf(session),
    checkoutId: exactTextAt(session, 'id'),
    amountCents: amountAt(session, 'amount_total'),
    currency: currencyAt(session, 'currency'),
  };
}

function ofCharge(charge: object): Part {
  return {
    paymentId: paymentIdAt(charge, 'metadata', 'payment_id'),
    providerPaymentId: intentIdOf(charge),
    currency: currencyAt(charge, 'currency'),
  };
}

/** A pending refund has no effect yet. */
function ofRefund(refund: object): Part | null {
  const status = exactTextAt(refund, 'status');
  const hasFailed = status === 'failed' || status === 'canceled';
  if (status !== 'succeeded' && !hasFailed) return null;
  const id = requireText(refund, 'id');
  const amountCents = amountAt(refund, 'amount');
  return {
    ...ofCharge(refund),
    outcome: 'refunded',
    refund: { id, amountCents, cumulativeCents: null, hasFailed },
    failureReason: hasFailed ? displayTextAt(refund, 'failure_reason') : null,
  };
}

function ofDispute(dispute: object): Part {
  return {
    ...ofCharge(dispute),
    outcome: 'reversed',
    amountCents: amountAt(dispute, 'amount'),
    failureReason: reasonOf('dispute', displayTextAt(dispute, 'reason')),
  };
}

/** Only the outcomes `won` and `lost` move money. */
function ofClosedDispute(dispute: object): Part | null {
  const status = exactTextAt(dispute, 'status');
  if (status === 'won') return ofReturn(dispute);
  return status === 'lost' ? ofDispute(dispute) : null;
}

/**
 * Stripe may return a part of the disputed amount, e.g. what had been refunded before the dispute. The balance
 * transactions contain all that was returned so far, in the currency of the account.
 */
function ofReturn(dispute: object): Part {
  const currency = exactTextAt(dispute, 'currency');
  const returned = listAt(dispute, 'balance_transactions')
    .filter((it) => exactTextAt(it, 'currency') === currency)
    .reduce<bigint>((sum, it) => sum + creditOf(it), 0n);
  return {
    ...ofCharge(dispute),
    outcome: 'reinstated',
    amountCents: returned > 0n ? returned : amountAt(dispute, 'amount'),
  };
}

/**
 * Returns the amount that a balance transaction adds to the balance; 0 for a withdrawal.
 *
 * @throws MalformedItemError unless the amount is absent or a whole number from -(2^53-1) to 2^53-1.
 */
function creditOf(balanceTransaction: unknown): bigint {
  const { amount = null } = objectAt(balanceTransaction);
  if (amount === null) return 0n;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw new MalformedItemError('balance_transactions.amount is not an amount in minor units');
  }
  return amount > 0 ? BigInt(amount) : 0n;
}

/** Returns the ID of the PaymentIntent, which the merchant's API call may have expanded into an object. */
function intentIdOf(subject: object): string | null {
  return exactTextAt(subject, 'payment_intent') ?? exactTextAt(subject, 'payment_intent', 'id');
}
