import { firstIdAt } from '../../platform/domain/id';
import type { WebhookDeliveryStatus } from './webhook-delivery.entity';

/**
 * Filters for listing deliveries; null means no filter. `kinds` contains the event kinds that match
 * `webhookType` and `objectType`.
 */
export interface WebhookFilters {
  kinds: readonly string[] | null;
  webhookType: string | null;
  objectType: string | null;
  status: WebhookDeliveryStatus | null;
  webhookEndpointId: string | null;
  objectId: string | null;
  customerId: string | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
}

/** Collects the parameter values of a statement while its text is built. */
export class StatementValues {
  readonly all: unknown[] = [];

  /** Adds a value and returns its placeholder, such as `$2`. */
  add(value: unknown): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}

/**
 * Returns SQL conditions on `delivery` for all filters except the status.
 *
 * @param id the column whose index provides the order of the list
 */
export function conditionsOf(filters: WebhookFilters, values: StatementValues, id = 'delivery.id'): string[] {
  const conditions: string[] = [];
  const add = (condition: string, value: unknown): void => {
    if (value !== null) conditions.push(`${condition} ${values.add(value)}`);
  };
  add('delivery.webhook_type =', filters.webhookType);
  add('delivery.object_type =', filters.objectType);
  add('delivery.webhook_endpoint_id =', filters.webhookEndpointId);
  add('delivery.object_id =', filters.objectId);
  add('delivery.customer_id =', filters.customerId);
  add(`${id} >=`, filters.createdAfter === null ? null : firstIdAt(filters.createdAfter));
  add(`${id} <`, filters.createdBefore === null ? null : firstIdAt(filters.createdBefore));
  return conditions;
}

/**
 * Returns an SQL condition that selects the rows of the queue with this status. A delivery without a row in
 * the queue has succeeded.
 */
export const inQueue = (status: 'pending' | 'failed', queue: string): string =>
  status === 'failed' ? `${queue}.stage = 'failed'` : `${queue}.open`;
