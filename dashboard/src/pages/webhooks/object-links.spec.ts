import type { WebhookDelivery } from '@billing-service/sdk';
import { linksOf } from './object-links';

const delivery = (type: string, payload: object): WebhookDelivery =>
  ({ object_type: type, object_id: 'own', payload }) as unknown as WebhookDelivery;

describe('links of a delivery to the records of its event', () => {
  it('an event of a customer leads to the customer', () => {
    expect(linksOf(delivery('customer', { customer: {} }))).toEqual([
      { to: '/customers/$id', id: 'own', label: 'Customer' },
    ]);
  });

  it('an event of a payment leads to its invoice and customer', () => {
    const payload = { payment: { invoice_id: 'invoice', customer_id: 'customer' } };
    expect(linksOf(delivery('payment', payload)).map((it) => it.id)).toEqual(['invoice', 'customer']);
  });

  it('an event without a customer, and a sample, lead nowhere', () => {
    expect(linksOf(delivery('webhook_endpoint', { webhook_endpoint: { id: 'own' } }))).toEqual([]);
    expect(linksOf(delivery('customer', { customer: {}, sample: true }))).toEqual([]);
  });
});
