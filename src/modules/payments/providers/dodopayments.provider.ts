import {
  MalformedNotificationError,
  amountAt,
  base64Key,
  currencyAt,
  disputeUpdate,
  isoTimeAt,
  objectAt,
  outcomeOfDispute,
  paymentIdAt,
  paymentUpdate,
  reasonOf,
  requireObject,
  requireText,
  soleHeader,
  standardWebhooks,
  textAt,
  verifySignature,
  type DisputeStatus,
  type InboundHeaders,
  type PaymentProvider,
  type PaymentUpdate,
  type RawNotification,
  type SenderHints,
} from '../provider-kit';
import { DODOPAYMENTS_DISPUTES } from './dodopayments-disputes';

const DAY_SECONDS = 24 * 60 * 60;

const SCHEME = standardWebhooks(base64Key);

type Fields = Partial<PaymentUpdate>;

/**
 * Dodo Payments (docs/payments.md#dodo-payments). A body shows the payment as it is when the webhook is sent, not as it
 * was at the event: only the type says what happened, never `data.status`.
 */
export class DodoPaymentsProvider implements PaymentProvider {
  readonly name = 'dodopayments';
  readonly signatureHeader = 'Webhook-Signature';
  readonly previousSecretSeconds = DAY_SECONDS;

  secretProblem(secret: string): string | null {
    const isUsable = (base64Key(secret)?.length ?? 0) > 0;
    return isUsable ? null : 'must be base64, with or without "whsec_" before it';
  }

  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean {
    return verifySignature(SCHEME, { headers, rawBody, secrets, now });
  }

  hints(body: unknown): SenderHints {
    const account = textAt(body, 'business_id');
    const id = paymentIdAt(body, 'data', 'metadata', 'payment_id');
    return { accountIds: account === null ? [] : [account], paymentIds: id === null ? [] : [id] };
  }

  split(_body: unknown, bodyText: string, headers: InboundHeaders): RawNotification[] {
    return [{ eventId: soleHeader(headers, 'webhook-id'), text: bodyText, replayKey: bodyText }];
  }

  read(notification: unknown): PaymentUpdate {
    const event = requireObject(notification, 'The event');
    const eventType = requireText(event, 'type');
    const fields = READERS.get(eventType)?.(requireObject(objectAt(event).data, 'data'));
    return paymentUpdate({
      eventType,
      occurredAt: isoTimeAt(event, 'timestamp'),
      ...(fields ?? { ignoredReason: `${eventType} changes no payment.` }),
    });
  }
}

const READERS = new Map<string, (data: object) => Fields>(
  Object.entries<(data: object) => Fields>({
    'payment.processing': (it) => ({ ...ofPayment(it), outcome: 'processing' }),
    'payment.succeeded': (it) => ({
      ...ofPayment(it),
      outcome: 'succeeded',
      amountCents: amountAt(it, 'total_amount'),
      currency: currencyAt(it, 'currency'),
    }),
    'payment.failed': (it) => ({
      ...ofPayment(it),
      outcome: 'failed',
      failureReason: reasonOf(textAt(it, 'error_code'), textAt(it, 'error_message')),
    }),
    'payment.cancelled': (it) => ({ ...ofPayment(it), outcome: 'canceled' }),
    'refund.succeeded': (it) => ofRefund(it, false),
    'refund.failed': (it) => ofRefund(it, true),
    ...Object.fromEntries(
      Object.entries(DODOPAYMENTS_DISPUTES).map(([kind, status]) => [
        `dispute.${kind}`,
        (it: object) => ofDispute(it, status),
      ]),
    ),
  }),
);

function ofPayment(data: object): Fields {
  return {
    paymentId: paymentIdAt(data, 'metadata', 'payment_id'),
    providerPaymentId: textAt(data, 'payment_id'),
    checkoutId: textAt(data, 'checkout_session_id'),
  };
}

/** Dodo Payments documents the amount as text "to accommodate precision", without its unit: it counts as the whole payment. */
function ofDispute(data: object, status: DisputeStatus): Fields {
  const reason = textAt(data, 'reason');
  return {
    ...ofPayment(data),
    outcome: outcomeOfDispute(status, false),
    dispute: disputeUpdate(textAt(data, 'dispute_id'), {
      amountCents: null,
      reason,
      status,
      respondBy: null,
    }),
    failureReason: reasonOf('dispute', reason),
  };
}

function ofRefund(data: object, hasFailed: boolean): Fields {
  const amountCents = amountAt(data, 'amount');
  if (amountCents === null && !hasFailed && objectAt(data).is_partial === true) {
    throw new MalformedNotificationError('data.amount is missing in a partial refund');
  }
  return {
    ...ofPayment(data),
    outcome: 'refunded',
    currency: currencyAt(data, 'currency'),
    refund: { id: requireText(data, 'refund_id'), amountCents, cumulativeCents: null, hasFailed },
  };
}
