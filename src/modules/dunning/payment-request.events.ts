import { defineEvent, type DomainEvent } from '../../platform/outbox/event-catalogue';
import {
  FailedPaymentRequestDto,
  PaymentRequestDto,
  toPaymentRequestResponse,
  type PaymentRequest,
} from './payment-request.dto';

export const PaymentRequestCreated = defineEvent({
  kind: 'payment_request.created',
  objectType: 'payment_request',
  trigger: 'Dunning payment request created: through the API or by a campaign',
  payload: PaymentRequestDto,
  example: { payment_status: 'pending', payment_attempts: 0 },
});

export const PaymentRequestPaymentSucceeded = defineEvent({
  kind: 'payment_request.payment_succeeded',
  objectType: 'payment_request',
  trigger: 'Dunning payment succeeded: the request is paid, and nothing is due on its invoices any more',
  payload: PaymentRequestDto,
  example: { payment_status: 'succeeded', amount_paid_cents: 12_000, next_attempt_at: null },
});

export const PaymentRequestPaymentFailed = defineEvent({
  kind: 'payment_request.payment_failed',
  objectType: 'payment_request',
  trigger:
    'Dunning payment failed: a payment of the request failed. The last attempt (`final`) also fails on timeout',
  payload: FailedPaymentRequestDto,
});

export function createdEventOf(request: PaymentRequest): DomainEvent {
  return PaymentRequestCreated.of({ ...about(request), object: toPaymentRequestResponse(request) });
}

export function succeededEventOf(request: PaymentRequest): DomainEvent {
  return PaymentRequestPaymentSucceeded.of({ ...about(request), object: toPaymentRequestResponse(request) });
}

/** @param final whether the request has failed and no further attempt follows. */
export function failedEventOf(request: PaymentRequest, final: boolean): DomainEvent {
  const object = { ...toPaymentRequestResponse(request), final };
  return PaymentRequestPaymentFailed.of({ ...about(request), object });
}

function about(request: PaymentRequest): { organizationId: string; objectId: string } {
  return { organizationId: request.organizationId, objectId: request.id };
}
