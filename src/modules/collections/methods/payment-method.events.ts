import { defineEvent } from '../../../platform/outbox/event-catalogue';
import { PaymentMethodDto } from './payment-method.dto';

export const PaymentMethodCreated = defineEvent({
  kind: 'payment_method.created',
  objectType: 'payment_method',
  trigger: 'A method was saved at a provider, or adopted with a customer of the provider',
  payload: PaymentMethodDto,
});

export const PaymentMethodUpdated = defineEvent({
  kind: 'payment_method.updated',
  objectType: 'payment_method',
  trigger: 'A saved method became the default, or cannot be charged any more',
  payload: PaymentMethodDto,
});

export const PaymentMethodDeleted = defineEvent({
  kind: 'payment_method.deleted',
  objectType: 'payment_method',
  trigger: 'A saved method was deleted here or at the provider',
  payload: PaymentMethodDto,
});
