import {
  MalformedNotificationError,
  TOLERANCE_SECONDS,
  amountAt,
  currencyAt,
  disputeUpdate,
  objectAt,
  outcomeOfDispute,
  paymentIdAt,
  paymentUpdate,
  reasonOf,
  requireObject,
  requireText,
  textAt,
  unixTimeAt,
  verifySignature,
  type InboundHeaders,
  type PaymentProvider,
  type PaymentUpdate,
  type RawNotification,
  type SenderHints,
  type SignatureParts,
  type SignatureScheme,
} from '../provider-kit';
import { fromProviderAmount } from '../collector-kit';
import { stripeAmounts } from '../collectors/stripe/stripe-amounts';
import { stripeDisputeStatus } from './stripe-disputes';

const DAY_SECONDS = 24 * 60 * 60;
const SUBJECT = ['data', 'object'] as const;

const SCHEME: SignatureScheme = {
  header: 'Stripe-Signature',
  encoding: 'hex',
  toleranceSeconds: TOLERANCE_SECONDS,
  parse: parseSignature,
};

type Fields = Partial<PaymentUpdate>;

/** Stripe (docs/payments.md#stripe): PaymentIntents, Checkout Sessions, charges, refunds and disputes. */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly signatureHeader = SCHEME.header;
  readonly previousSecretSeconds = DAY_SECONDS;

  secretProblem(): null {
    return null;
  }

  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean {
    return verifySignature(SCHEME, { headers, rawBody, secrets, now });
  }

  hints(body: unknown): SenderHints {
    const account = textAt(body, 'account');
    const ids = [
      paymentIdAt(body, ...SUBJECT, 'metadata', 'payment_id'),
      paymentIdAt(body, ...SUBJECT, 'client_reference_id'),
    ];
    return { accountIds: account === null ? [] : [account], paymentIds: ids.filter((it) => it !== null) };
  }

  split(body: unknown, bodyText: string): RawNotification[] {
    return [{ eventId: textAt(body, 'id'), text: bodyText, replayKey: bodyText }];
  }

  read(notification: unknown): PaymentUpdate {
    const event = requireObject(notification, 'The event');
    const eventType = requireText(event, 'type');
    const base = { eventType, occurredAt: unixTimeAt(event, 'created') };
    if (event.object === 'v2.core.event') {
      return paymentUpdate({ ...base, ignoredReason: 'A thin event contains no payment.' });
    }
    const fields = READERS.get(eventType)?.(requireObject(objectAt(event, 'data').object, 'data.object'));
    return paymentUpdate({ ...base, ...(fields ?? { ignoredReason: `${eventType} changes no payment.` }) });
  }
}

/** `t=<unix>,v1=<hex>[,v1=<hex>...]` over `t.body`; other versions are ignored. Stricter than the SDK: t occurs once. */
function parseSignature(header: string): SignatureParts {
  const fields = header.split(',').map((it) => it.split('='));
  const valuesOf = (name: string): string[] =>
    fields.flatMap(([key, value = '', ...rest]) => (key === name && rest.length === 0 ? [value] : []));
  const [timestamp = '', ...more] = valuesOf('t');
  return {
    signatures: more.length === 0 ? valuesOf('v1') : [],
    prefix: `${timestamp}.`,
    timestamp,
  };
}

/** Readers by event kind; null: the event changes no payment. */
const READERS = new Map<string, (subject: object) => Fields | null>(
  Object.entries<(subject: object) => Fields | null>({
    'payment_intent.processing': (it) => ({ ...ofIntent(it), outcome: 'processing' }),
    'payment_intent.requires_action': (it) => ({ ...ofIntent(it), outcome: 'processing' }),
    'payment_intent.succeeded': (it) => ({
      ...ofIntent(it),
      outcome: 'succeeded',
      amountCents: centsAt(it, 'amount_received'),
    }),
    'payment_intent.payment_failed': (it) => ({
      ...ofIntent(it),
      outcome: 'failed',
      failureReason: reasonOf(
        textAt(it, 'last_payment_error', 'code'),
        textAt(it, 'last_payment_error', 'message'),
      ),
    }),
    'payment_intent.canceled': (it) => ({
      ...ofIntent(it),
      outcome: 'canceled',
      failureReason: textAt(it, 'cancellation_reason'),
    }),
    'checkout.session.completed': (it) => ({
      ...ofSession(it),
      outcome: textAt(it, 'payment_status') === 'unpaid' ? 'processing' : 'succeeded',
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
        cumulativeCents: centsAt(it, 'amount_refunded'),
        hasFailed: false,
      },
    }),
    'refund.created': ofRefund,
    'refund.updated': ofRefund,
    'refund.failed': ofRefund,
    'charge.dispute.created': (it) => ofDispute(it, false),
    'charge.dispute.updated': (it) => ofDispute(it, false),
    'charge.dispute.funds_withdrawn': (it) => ofDispute(it, true),
    'charge.dispute.funds_reinstated': (it) => ({ ...ofDispute(it, false), outcome: 'reinstated' }),
    'charge.dispute.closed': (it) => ofDispute(it, false),
  }),
);

/**
 * Returns an amount of Stripe as this service counts it, by the table of charges (docs/payments.md#amounts-of-providers).
 *
 * @throws MalformedNotificationError for an amount that the currency does not have
 */
function centsAt(object: object, name: string): bigint | null {
  const amount = amountAt(object, name);
  const currency = currencyAt(object, 'currency');
  if (amount === null || currency === null || stripeAmounts(currency) === null) return amount;
  try {
    return fromProviderAmount(stripeAmounts, amount, currency);
  } catch (error) {
    if (error instanceof RangeError) throw new MalformedNotificationError(error.message);
    throw error;
  }
}

function ofIntent(intent: object): Fields {
  return {
    paymentId: paymentIdAt(intent, 'metadata', 'payment_id'),
    providerPaymentId: textAt(intent, 'id'),
    currency: currencyAt(intent, 'currency'),
  };
}

function ofSession(session: object): Fields {
  return {
    paymentId: paymentIdAt(session, 'metadata', 'payment_id') ?? paymentIdAt(session, 'client_reference_id'),
    providerPaymentId: intentIdOf(session),
    checkoutId: textAt(session, 'id'),
    amountCents: centsAt(session, 'amount_total'),
    currency: currencyAt(session, 'currency'),
  };
}

function ofCharge(charge: object): Fields {
  return {
    paymentId: paymentIdAt(charge, 'metadata', 'payment_id'),
    providerPaymentId: intentIdOf(charge),
    currency: currencyAt(charge, 'currency'),
  };
}

/** A refund in progress changes nothing yet. */
function ofRefund(refund: object): Fields | null {
  const status = textAt(refund, 'status');
  const hasFailed = status === 'failed' || status === 'canceled';
  if (status !== 'succeeded' && !hasFailed) return null;
  const id = requireText(refund, 'id');
  const amountCents = centsAt(refund, 'amount');
  return {
    ...ofCharge(refund),
    outcome: 'refunded',
    refund: { id, amountCents, cumulativeCents: null, hasFailed },
    failureReason: hasFailed ? textAt(refund, 'failure_reason') : null,
  };
}

function ofDispute(dispute: object, isWithdrawn: boolean): Fields {
  const status = stripeDisputeStatus(textAt(dispute, 'status'));
  const amountCents = centsAt(dispute, 'amount');
  const reason = textAt(dispute, 'reason');
  const respondBy = unixTimeAt(dispute, 'evidence_details', 'due_by');
  return {
    ...ofCharge(dispute),
    outcome: outcomeOfDispute(status, isWithdrawn),
    amountCents,
    dispute: disputeUpdate(textAt(dispute, 'id'), { amountCents, reason, status, respondBy }),
    failureReason: reasonOf('dispute', reason),
  };
}

/** The PaymentIntent is an object where the merchant's API call expanded it. */
function intentIdOf(subject: object): string | null {
  return textAt(subject, 'payment_intent') ?? textAt(subject, 'payment_intent', 'id');
}
