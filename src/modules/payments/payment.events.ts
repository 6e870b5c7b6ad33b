import { defineEvent } from '../../platform/outbox/event-catalogue';
import { PaymentDto } from './payment.dto';

export const PaymentCreated = defineEvent({
  kind: 'payment.created',
  objectType: 'payment',
  trigger: 'Payment record created: recorded manually, or registered for a provider',
  payload: PaymentDto,
  example: { status: 'pending', failure_reason: null, completed_at: null },
});

export const PaymentSucceeded = defineEvent({
  kind: 'payment.succeeded',
  objectType: 'payment',
  trigger: 'Payment completed successfully: the first transition to `succeeded`',
  payload: PaymentDto,
  example: { failure_reason: null },
});

export const PaymentFailed = defineEvent({
  kind: 'payment.failed',
  objectType: 'payment',
  trigger:
    'Payment failed: each transition to `failed`, even after it had succeeded; `failure_reason` gives ' +
    'the reason',
  payload: PaymentDto,
  example: { status: 'failed', completed_at: null },
});
