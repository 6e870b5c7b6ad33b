import { defineEvent } from '../../../platform/outbox/event-catalogue';
import { RefundDto } from './refund-order.dto';

export const RefundCreated = defineEvent({
  kind: 'refund.created',
  objectType: 'refund',
  trigger: 'A refund through the provider was ordered: on request, for a credit note, or of a surplus',
  payload: RefundDto,
});

export const RefundSucceeded = defineEvent({
  kind: 'refund.succeeded',
  objectType: 'refund',
  trigger: 'The provider returned the money',
  payload: RefundDto,
});

export const RefundFailed = defineEvent({
  kind: 'refund.failed',
  objectType: 'refund',
  trigger: 'The provider did not return the money; `failure_reason` says why',
  payload: RefundDto,
});
