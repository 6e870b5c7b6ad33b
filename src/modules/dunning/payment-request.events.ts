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
  trigger: 'Dunning payment request created: by call, by batch or by the run of a campaign',
  payload: PaymentRequestDto,
});

export const PaymentRequestPaymentSucceeded = defineEvent({
  kind: 'payment_request.payment_succeeded',
  objectType: 'payment_request',
  trigger: "Dunning payment succeeded: the request's payment came and all its invoices are settled",
  payload: PaymentRequestDto,
});

export const PaymentRequestPaymentFailed = defineEvent({
  kind: 'payment_request.payment_failed',
  objectType: 'payment_request',
  trigger:
    'Dunning payment failed: an attempt of the request failed, the last one (`final`) also by its time running out',
  payload: FailedPaymentRequestDto,
});

export function createdEventOf(request: PaymentRequest): DomainEvent {
  return PaymentRequestCreated.of({ ...about(request), object: toPaymentRequestResponse(request) });
}

export function succeededEventOf(request: PaymentRequest): DomainEvent {
  return PaymentRequestPaymentSucceeded.of({ ...about(request), object: toPaymentRequestResponse(request) });
}

/** @param final whether no further attempt follows. */
export function failedEventOf(request: PaymentRequest, final: boolean): DomainEvent {
  const object = { ...toPaymentRequestResponse(request), final };
  return PaymentRequestPaymentFailed.of({ ...about(request), object });
}

function about(request: PaymentRequest): { organizationId: string; objectId: string } {
  return { organizationId: request.organizationId, objectId: request.id };
}
