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
} from '../../collector-kit';
import { gocardlessAmounts } from './gocardless-amounts';
import { GOCARDLESS_DECLINES } from './gocardless-declines';

/** Readers of GoCardless's resources. */

const STATUSES: Readonly<Partial<Record<string, ObjectStatus>>> = {
  pending_customer_approval: 'requires_action',
  pending_submission: 'processing',
  submitted: 'processing',
  confirmed: 'succeeded',
  paid_out: 'succeeded',
  failed: 'failed',
  charged_back: 'failed',
  customer_approval_denied: 'failed',
  cancelled: 'canceled',
};

/** What the event of a failure adds to a payment that has failed. */
export interface Failure {
  readonly cause: string;
  readonly message: string;
  /** GoCardless submits the payment again: it is not dead. */
  readonly willRetry: boolean;
}

/** Reads a payment: of a charge, or of a fulfilled billing request, whose id is `objectId` then. */
export function paymentState(
  payment: unknown,
  failure: Failure | null,
  objectId = requiredAt(payment, 'id'),
): ObjectState {
  const status = STATUSES[stringAt(payment, 'status') ?? ''] ?? 'processing';
  const isOver = status === 'succeeded' || status === 'canceled' || status === 'failed';
  return {
    objectId,
    status,
    isDead: isOver && failure?.willRetry !== true,
    url: null,
    expiresAt: null,
    captures: status === 'succeeded' ? [paymentCapture(payment)] : [],
    decline: status === 'failed' ? declineOf(payment, failure) : null,
  };
}

/** Reads a billing request that has no payment yet. It ends only by being cancelled, whatever becomes of its pages. */
export function requestState(request: unknown, flow: unknown): ObjectState {
  const isCancelled = stringAt(request, 'status') === 'cancelled';
  return {
    objectId: requiredAt(request, 'id'),
    status: isCancelled ? 'canceled' : 'open',
    isDead: isCancelled,
    url: stringAt(flow, 'authorisation_url'),
    expiresAt: instantAt(flow, 'expires_at'),
    captures: [],
    decline: null,
  };
}

/** Payments do not say when they were confirmed, only events do: when they were made is certainly not later. */
export function paymentCapture(payment: unknown): Capture {
  const currency = requiredAt(payment, 'currency');
  const cents = (key: string): bigint =>
    fromProviderAmount(gocardlessAmounts, integerAt(payment, key), currency);
  return {
    providerPaymentId: requiredAt(payment, 'id'),
    amountCents: cents('amount'),
    currency,
    refundedCents: cents('amount_refunded'),
    capturedAt: instantAt(payment, 'created_at') ?? new Date(0),
    collectionId: stringAt(payment, 'metadata', 'collection_id'),
    target: targetIn(at(payment, 'metadata')),
  };
}

export function refundState(refund: unknown): RefundState {
  const status = stringAt(refund, 'status') ?? '';
  const isOver = ['cancelled', 'bounced', 'funds_returned', 'failed'].includes(status);
  return {
    providerRefundId: requiredAt(refund, 'id'),
    status: isOver ? 'failed' : status === 'paid' ? 'succeeded' : 'pending',
    reason: isOver ? status : null,
  };
}

export function mandateMethod(mandate: unknown): ProviderMethod {
  const scheme = stringAt(mandate, 'scheme') ?? 'bank';
  const status = stringAt(mandate, 'status') ?? '';
  return {
    providerMethodId: requiredAt(mandate, 'id'),
    type: 'bank_debit',
    label: [scheme, stringAt(mandate, 'reference')].filter((it) => it !== null).join(' '),
    expiresOn: null,
    isUsable: ['pending_submission', 'submitted', 'active'].includes(status),
  };
}

function declineOf(payment: unknown, failure: Failure | null): Decline {
  const code = failure?.cause ?? stringAt(payment, 'status') ?? 'failed';
  const message = failure?.message ?? 'The payment failed.';
  return { code, message, declineClass: classOf(GOCARDLESS_DECLINES, code) };
}
