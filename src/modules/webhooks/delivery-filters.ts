import { firstIdAt } from '../../platform/domain/id';
import type { WebhookDeliveryStatus } from './webhook-delivery.entity';

/** Filters of the list of deliveries; kinds are those of the given type or object type. */
export interface WebhookFilters {
  kinds: readonly string[] | null;
  webhookType: string | null;
  objectType: string | null;
  status: WebhookDeliveryStatus | null;
  webhookEndpointId: string | null;
  objectId: string | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
}

/** Collects the values of a statement; answers the placeholder of each. */
export class StatementValues {
  readonly all: unknown[] = [];

  add(value: unknown): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}

/** The filters, apart from the status, on columns of `delivery`, of which `id` is the one that orders. */
export function conditionsOf(filters: WebhookFilters, values: StatementValues, id = 'delivery.id'): string[] {
  const conditions: string[] = [];
  const add = (condition: string, value: unknown): void => {
    if (value !== null) conditions.push(`${condition} ${values.add(value)}`);
  };
  add('delivery.webhook_type =', filters.webhookType);
  add('delivery.object_type =', filters.objectType);
  add('delivery.webhook_endpoint_id =', filters.webhookEndpointId);
  add('delivery.object_id =', filters.objectId);
  add(`${id} >=`, filters.createdAfter === null ? null : firstIdAt(filters.createdAfter));
  add(`${id} <`, filters.createdBefore === null ? null : firstIdAt(filters.createdBefore));
  return conditions;
}

/** Deliveries in the queue: pending or failed. Those with neither have succeeded. */
export const inQueue = (status: 'pending' | 'failed', queue: string): string =>
  status === 'failed' ? `${queue}.stage = 'failed'` : `${queue}.open`;
