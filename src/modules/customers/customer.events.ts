import { defineEvent } from '../../platform/outbox/event-catalogue';
import { CustomerDto } from './customer.dto';

export const CustomerCreated = defineEvent({
  kind: 'customer.created',
  objectType: 'customer',
  trigger: 'New customer created',
  payload: CustomerDto,
});

export const CustomerUpdated = defineEvent({
  kind: 'customer.updated',
  objectType: 'customer',
  trigger: 'Customer record updated: the value of at least one field changed; `changed` lists these fields',
  payload: CustomerDto,
});
