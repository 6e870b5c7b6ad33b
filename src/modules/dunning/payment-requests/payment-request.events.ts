import { defineEvent, defineInternalEvent, type DomainEvent } from '../../../platform/outbox/event-catalogue';
import {
  FailedPaymentRequestDto,
  PaymentRequestDto,
  toPaymentRequestResponse,
  type PaymentRequest,
} from './payment-request.dto';

export const PaymentRequestCreated = defineEvent({
  kind: 'payment_request.created',
  objectType: 'payment_request',
  trigger: 'Dunning payment request created: by hand, by batch or by a campaign',
  payload: PaymentRequestDto,
});

export const PaymentRequestPaymentSucceeded = defineEvent({
  kind: 'payment_request.payment_succeeded',
  objectType: 'payment_request',
  trigger: 'Dunning payment succeeded: a payment of the request paid the last amount due of its invoices',
  payload: PaymentRequestDto,
});

export const PaymentRequestPaymentFailed = defineEvent({
  kind: 'payment_request.payment_failed',
  objectType: 'payment_request',
  trigger:
    'Dunning payment failed: an attempt failed; the last one (`final`) also fails when its time runs out',
  payload: FailedPaymentRequestDto,
});

/** An attempt that could charge nothing. */
export interface Reminder {
  organizationId: string;
  /** Of the payment request. */
  id: string;
  customerId: string;
  /** Its number, from 1. */
  attempt: number;
}

/** An attempt of a payment request found no method to charge: the customer has to pay. */
export const PaymentRequestReminded = defineInternalEvent<Reminder>('payment_request.reminded');

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
