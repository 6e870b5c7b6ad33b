import type { WebhookDelivery } from '@billing-service/sdk';
import { isSample } from './curl';

interface ObjectLink {
  to: '/customers/$id' | '/invoices/$id';
  id: string;
  label: string;
}

/** Returns the pages of the customer and the invoice that an event is about. A sample is about made-up ones. */
export function linksOf(delivery: WebhookDelivery): ObjectLink[] {
  if (isSample(delivery)) return [];
  const { object_type: type, object_id: id, payload } = delivery;
  const object: unknown = Object.entries(payload).find(([name]) => name === type)?.[1];
  const idOf = (name: 'customer' | 'invoice'): string | undefined => {
    if (type === name) return id;
    const found: unknown =
      typeof object === 'object' && object !== null ? Reflect.get(object, `${name}_id`) : undefined;
    return typeof found === 'string' ? found : undefined;
  };
  const customer = idOf('customer');
  const invoice = idOf('invoice');
  return [
    ...(invoice === undefined ? [] : [{ to: '/invoices/$id' as const, id: invoice, label: 'Invoice' }]),
    ...(customer === undefined ? [] : [{ to: '/customers/$id' as const, id: customer, label: 'Customer' }]),
  ];
}
