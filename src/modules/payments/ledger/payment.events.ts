import { defineEvent } from '../../../platform/outbox/event-catalogue';
import { PaymentDto } from './payment.dto';

export const PaymentCreated = defineEvent({
  kind: 'payment.created',
  objectType: 'payment',
  trigger:
    'Payment record created: recorded by hand, registered for a checkout, or made by a payment request',
  payload: PaymentDto,
});

export const PaymentSucceeded = defineEvent({
  kind: 'payment.succeeded',
  objectType: 'payment',
  trigger: 'Payment completed successfully: the first transition to `succeeded`',
  payload: PaymentDto,
});

export const PaymentFailed = defineEvent({
  kind: 'payment.failed',
  objectType: 'payment',
  trigger: 'Payment failed: each transition to `failed`, including a reversal; `failure_reason` says why',
  payload: PaymentDto,
});
