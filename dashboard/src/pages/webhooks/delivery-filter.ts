import type { ListWebhookDeliveriesQuery } from '@billing-service/sdk';

/** What selects deliveries, regardless of the page of the list. */
export type DeliveryFilter = Omit<
  ListWebhookDeliveriesQuery,
  'limit' | 'skip' | 'after' | 'before' | 'order_by'
>;
