import { defineEvent } from '../../../platform/outbox/event-catalogue';
import { DisputeDto } from './dispute.dto';

export const DisputeCreated = defineEvent({
  kind: 'dispute.created',
  objectType: 'dispute',
  trigger: 'A provider reports that a payer disputes a payment',
  payload: DisputeDto,
});

export const DisputeUpdated = defineEvent({
  kind: 'dispute.updated',
  objectType: 'dispute',
  trigger: 'Status, deadline, amount or reason of an open dispute changed',
  payload: DisputeDto,
});

export const DisputeClosed = defineEvent({
  kind: 'dispute.closed',
  objectType: 'dispute',
  trigger: 'A dispute was won or lost',
  payload: DisputeDto,
});
