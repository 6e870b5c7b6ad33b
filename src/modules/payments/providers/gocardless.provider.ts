import { ValidationFailedError } from '../../../platform/errors/app-error';
import { writeJson } from '../../../platform/http/exact-json';
import {
  displayTextAt,
  exactTextAt,
  isoTimeAt,
  listAt,
  notificationOf,
  paymentIdAt,
  reasonOf,
  requireObject,
  requireText,
  unlessMalformed,
} from './json-values';
import type {
  InboundHeaders,
  PaymentProvider,
  ProviderItem,
  ProviderNotification,
  SenderHints,
} from './payment-provider';
import { HEX_SHA256, isSignedWith, soleHeader, utf8Keys } from './signatures';

const DAY_SECONDS = 24 * 60 * 60;
/** Maximum number of events per body, 20 times what GoCardless sends: all are stored before the response. */
const MAX_EVENTS = 5000;

type Part = Partial<ProviderNotification>;

/** GoCardless (docs/payments.md): up to 250 unrelated events under one signature, without amounts. */
export class GoCardlessProvider implements PaymentProvider {
  readonly name = 'gocardless';
  readonly signatureHeader = 'Webhook-Signature';
  readonly previousSecretSeconds = DAY_SECONDS;

  secretProblem(): null {
    return null;
  }

  /**
   * The signature is one hex digest of the body, without a timestamp. Unlike the SDK, accepts only lower
   * case.
   */
  verify(headers: InboundHeaders, rawBody: Buffer, secrets: readonly string[]): boolean {
    const header = soleHeader(headers, this.signatureHeader) ?? '';
    const signatures = HEX_SHA256.test(header) ? [header] : [];
    return isSignedWith(utf8Keys(secrets), [rawBody], signatures, 'hex');
  }

  hints(body: unknown): SenderHints {
    const events = listAt(body, 'events');
    const accounts = events.map((it) => unlessMalformed(() => exactTextAt(it, 'links', 'organisation')));
    const ids = events.map((it) => unlessMalformed(() => paymentIdAt(it, 'resource_metadata', 'payment_id')));
    return {
      accountIds: [...new Set(accounts.filter((it) => it !== null))],
      paymentIds: [...new Set(ids.filter((it) => it !== null))],
    };
  }

  split(body: unknown): ProviderItem[] {
    const events = (body as { events?: unknown } | null)?.events;
    if (!Array.isArray(events)) {
      throw ValidationFailedError.of('events', 'invalid_type', 'events must be a list.');
    }
    if (events.length > MAX_EVENTS) {
      const message = `events must have at most ${MAX_EVENTS} entries; send the others in further requests.`;
      throw ValidationFailedError.of('events', 'too_long', message);
    }
    return events.map((event: unknown) => {
      const text = writeJson(event);
      return { eventId: unlessMalformed(() => exactTextAt(event, 'id')), text, replayKey: text };
    });
  }

  read(item: unknown): ProviderNotification {
    const event = requireObject(item, 'The event');
    requireText(event, 'id');
    const eventType = `${requireText(event, 'resource_type')}.${requireText(event, 'action')}`;
    const part = KINDS[eventType];
    if (part?.outcome !== undefined) requireObject(event.links, 'links');
    return notificationOf({
      eventType,
      occurredAt: isoTimeAt(event, 'created_at'),
      mayFailLate: true,
      usesRecordedAmount: true,
      ...(part ?? { ignoredReason: `The event type ${eventType} has no effect.` }),
      paymentId: paymentIdAt(event, 'resource_metadata', 'payment_id'),
      providerPaymentId: exactTextAt(event, 'links', 'payment'),
      failureReason: FAILED.has(part?.outcome ?? '') ? failureOf(event) : null,
      ...refundOf(eventType, event),
    });
  }
}

/** A confirmed or paid-out payment has succeeded; a later failure reverses it. */
const KINDS: Readonly<Record<string, Part>> = {
  'payments.created': { outcome: 'processing' },
  'payments.submitted': { outcome: 'processing' },
  'payments.customer_approval_granted': { outcome: 'processing' },
  'payments.resubmission_requested': { outcome: 'processing' },
  'payments.confirmed': { outcome: 'succeeded' },
  'payments.paid_out': { outcome: 'succeeded' },
  'payments.failed': { outcome: 'failed' },
  'payments.late_failure_settled': { outcome: 'reversal_settled' },
  'payments.customer_approval_denied': { outcome: 'failed', mayFailLate: false },
  'payments.cancelled': { outcome: 'canceled' },
  'payments.charged_back': { outcome: 'reversed' },
  'payments.chargeback_cancelled': { outcome: 'reinstated' },
  'payments.chargeback_settled': { outcome: 'reversal_settled' },
  'refunds.paid': { outcome: 'refunded' },
  'refunds.refund_settled': { outcome: 'refunded' },
  'refunds.failed': { outcome: 'refunded' },
};

const FAILED = new Set(['failed', 'canceled', 'reversed']);

/**
 * The event has no amount, so it refers to the refund recorded under this ID, or else to the whole payment.
 */
function refundOf(eventType: string, event: object): Part {
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

function failureOf(event: object): string | null {
  return reasonOf(
    displayTextAt(event, 'details', 'reason_code'),
    displayTextAt(event, 'details', 'cause'),
    displayTextAt(event, 'details', 'description'),
  );
}
