import { ValidationFailedError } from '../../../platform/errors/app-error';
import {
  disputeUpdate,
  isoTimeAt,
  listAt,
  paymentIdAt,
  paymentUpdate,
  reasonOf,
  requireObject,
  requireText,
  textAt,
  verifySignature,
  type InboundHeaders,
  type PaymentProvider,
  type PaymentUpdate,
  type RawNotification,
  type SenderHints,
  type SignatureScheme,
} from '../provider-kit';

const DAY_SECONDS = 24 * 60 * 60;

/** No timestamp is signed. Stricter than the SDK: hex in lower case only. */
const SCHEME: SignatureScheme = { header: 'Webhook-Signature', encoding: 'hex' };

type Fields = Partial<PaymentUpdate>;

/** GoCardless (docs/payments.md#gocardless): up to 250 unrelated events under one signature, without amounts. */
export class GoCardlessProvider implements PaymentProvider {
  readonly name = 'gocardless';
  readonly signatureHeader = SCHEME.header;
  readonly previousSecretSeconds = DAY_SECONDS;

  secretProblem(): null {
    return null;
  }

  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[], now: Date): boolean {
    return verifySignature(SCHEME, { headers, rawBody, secrets, now });
  }

  hints(body: unknown): SenderHints {
    const events = listAt(body, 'events');
    const accounts = events.map((it) => textAt(it, 'links', 'organisation'));
    const ids = events.map((it) => paymentIdAt(it, 'resource_metadata', 'payment_id'));
    return {
      accountIds: [...new Set(accounts.filter((it) => it !== null))],
      paymentIds: [...new Set(ids.filter((it) => it !== null))],
    };
  }

  split(body: unknown): RawNotification[] {
    const events = (body as { events?: unknown } | null)?.events;
    if (!Array.isArray(events)) {
      throw ValidationFailedError.of('events', 'invalid_type', 'events must be a list.');
    }
    return events.map((event: unknown) => {
      const text = JSON.stringify(event);
      return { eventId: textAt(event, 'id'), text, replayKey: text };
    });
  }

  read(notification: unknown): PaymentUpdate {
    const event = requireObject(notification, 'The event');
    requireText(event, 'id');
    const eventType = `${requireText(event, 'resource_type')}.${requireText(event, 'action')}`;
    const fields = KINDS[eventType];
    if (fields?.outcome !== undefined) requireObject(event.links, 'links');
    return paymentUpdate({
      eventType,
      occurredAt: isoTimeAt(event, 'created_at'),
      ...(fields ?? { ignoredReason: `${eventType} changes no payment.` }),
      paymentId: paymentIdAt(event, 'resource_metadata', 'payment_id'),
      providerPaymentId: textAt(event, 'links', 'payment'),
      failureReason: FAILED.has(fields?.outcome ?? '') ? failureOf(event) : null,
      ...refundOf(eventType, event),
      ...disputeOf(fields?.outcome, event),
    });
  }
}

/** A confirmed payment has succeeded; a failure after that reverses it. */
const KINDS: Readonly<Record<string, Fields>> = {
  'payments.created': { outcome: 'processing' },
  'payments.submitted': { outcome: 'processing' },
  'payments.customer_approval_granted': { outcome: 'processing' },
  'payments.resubmission_requested': { outcome: 'processing' },
  'payments.confirmed': { outcome: 'succeeded', mayFailLate: true },
  'payments.paid_out': { ignoredReason: 'A payout does not change the payment, which was confirmed before.' },
  'payments.failed': { outcome: 'failed', mayFailLate: true },
  'payments.customer_approval_denied': { outcome: 'failed' },
  'payments.cancelled': { outcome: 'canceled' },
  'payments.charged_back': { outcome: 'reversed' },
  'payments.chargeback_cancelled': { outcome: 'reinstated' },
  'payments.chargeback_settled': {
    ignoredReason: 'The payment was reversed when it was charged back.',
  },
  'refunds.paid': { outcome: 'refunded' },
  'refunds.refund_settled': { outcome: 'refunded' },
  'refunds.failed': { outcome: 'refunded' },
};

const FAILED = new Set(['failed', 'canceled', 'reversed']);

/** The event has no amount: the refund known under this id, otherwise the whole payment. */
function refundOf(eventType: string, event: object): Fields {
  if (KINDS[eventType]?.outcome !== 'refunded') return {};
  const hasFailed = eventType === 'refunds.failed';
  return {
    refund: {
      id: requireText(event, 'links', 'refund'),
      amountCents: null,
      cumulativeCents: null,
      hasFailed,
    },
  };
}

/** GoCardless has no object for a dispute: money that is charged back is gone, unless the bank cancels that. */
function disputeOf(outcome: PaymentUpdate['outcome'] | undefined, event: object): Fields {
  if (outcome !== 'reversed' && outcome !== 'reinstated') return {};
  const status = outcome === 'reversed' ? 'lost' : 'won';
  const reason = outcome === 'reversed' ? textAt(event, 'details', 'cause') : null;
  const id = textAt(event, 'links', 'payment');
  return { dispute: disputeUpdate(id, { amountCents: null, reason, status, respondBy: null }) };
}

function failureOf(event: object): string | null {
  return reasonOf(
    textAt(event, 'details', 'reason_code'),
    textAt(event, 'details', 'cause'),
    textAt(event, 'details', 'description'),
  );
}
