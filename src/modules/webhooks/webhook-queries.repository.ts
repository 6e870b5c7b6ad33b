import { Injectable } from '@nestjs/common';
import { cursorPage, type Section } from '../../platform/database/cursor-page';
import type { Transaction } from '../../platform/database/transactions';
import { firstIdAt } from '../../platform/domain/id';
import type { Page, PageQuery } from '../../platform/http/paging';
import type { OutboxEvent } from '../../platform/outbox/outbox-event';
import type { WebhookAttemptEntity } from './webhook-attempt.entity';
import { countDeliveries } from './delivery-count.query';
import type { WebhookFilters } from './delivery-filters';
import { deliveriesOf, type DeliveryOrder } from './delivery-list.query';
import type { WebhookDeliveryStatus } from './webhook-delivery.entity';

/** A delivery with the outcome of its last attempt, as the API returns it. */
export interface WebhookRecord {
  id: string;
  webhookEndpointId: string;
  webhookType: string;
  objectType: string;
  objectId: string;
  customerId: string | null;
  /** The delivery body: a JSON text. */
  payload: string;
  status: WebhookDeliveryStatus;
  retries: number;
  maxRetries: number;
  lastRetriedAt: Date | null;
  nextAttemptAt: Date | null;
  httpStatus: number | null;
  response: string | null;
  errorMessage: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Number of deliveries to an endpoint. `total` includes pending ones. */
export interface EndpointStats {
  endpointId: string;
  total: number;
  succeeded: number;
  failed: number;
}

const RECORD_COLUMNS = `
  delivery.id, delivery.webhook_endpoint_id AS "webhookEndpointId", delivery.webhook_type AS "webhookType",
  delivery.object_type AS "objectType", delivery.object_id AS "objectId",
  delivery.customer_id AS "customerId", event.payload,
  CASE WHEN queue.delivery_id IS NULL THEN 'succeeded' WHEN queue.open THEN 'pending' ELSE 'failed' END AS status,
  coalesce(queue.retries, latest.retries) AS retries, delivery.max_retries AS "maxRetries",
  CASE WHEN queue.delivery_id IS NULL THEN latest.last_retried_at ELSE queue.last_retried_at END AS "lastRetriedAt",
  CASE WHEN queue.open THEN queue.next_attempt_at END AS "nextAttemptAt",
  latest.http_status AS "httpStatus", latest.response_body AS response,
  coalesce(queue.error_message, latest.error_message) AS "errorMessage",
  delivery.created_at AS "createdAt", coalesce(queue.updated_at, latest.recorded_at) AS "updatedAt"`;

const RECORD_JOINS = `
  JOIN outbox_events AS event ON event.organization_id = delivery.organization_id AND event.id = delivery.event_id
  LEFT JOIN webhook_queue AS queue
    ON queue.organization_id = delivery.organization_id AND queue.delivery_id = delivery.id
  LEFT JOIN LATERAL (
    SELECT * FROM webhook_attempts AS attempt
     WHERE attempt.organization_id = delivery.organization_id AND attempt.delivery_id = delivery.id
     ORDER BY attempt.attempt_number DESC LIMIT 1) AS latest ON true`;

/** Queries deliveries for the API. Every query uses an index; none scans the history to count it. */
@Injectable()
export class WebhookQueriesRepository {
  async find(tx: Transaction, organizationId: string, id: string): Promise<WebhookRecord | null> {
    const [row] = await tx.query<WebhookRecord[]>(
      `SELECT ${RECORD_COLUMNS} FROM webhook_deliveries AS delivery ${RECORD_JOINS}
        WHERE delivery.organization_id = $1 AND delivery.id = $2`,
      [organizationId, id],
    );
    return row ?? null;
  }

  /** Returns the delivery of a test event or sample, which goes to one endpoint only; null if there is none. */
  async findByEvent(tx: Transaction, event: OutboxEvent): Promise<WebhookRecord | null> {
    const [row] = await tx.query<WebhookRecord[]>(
      `SELECT ${RECORD_COLUMNS} FROM webhook_deliveries AS delivery ${RECORD_JOINS}
        WHERE delivery.organization_id = $1 AND delivery.object_id = $2 AND delivery.id >= $3 AND delivery.event_id = $4`,
      [event.organizationId, event.objectId, firstIdAt(event.createdAt), event.id],
    );
    return row ?? null;
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: WebhookFilters,
    query: PageQuery<DeliveryOrder>,
  ): Promise<Page<WebhookRecord>> {
    const { field } = query.order();
    // Not the kinds, which the filters by kind and object type imply: a new version may add kinds. Without a customer,
    // the cursors of versions without this filter stay valid.
    const { kinds: _, customerId, ...others } = filters;
    const requested = customerId === null ? others : { ...others, customerId };
    return cursorPage<WebhookRecord>(query, {
      identity: JSON.stringify(['webhook_deliveries', organizationId, requested]),
      valueType: field === 'updated_at' ? 'timestamptz' : null,
      valueOf: (it) => (field === 'updated_at' ? it.updatedAt.toISOString() : null),
      read: (section) => this.read(tx, organizationId, filters, field, section),
      count: () => this.count(tx, organizationId, filters),
    });
  }

  private read(
    tx: Transaction,
    organizationId: string,
    filters: WebhookFilters,
    field: DeliveryOrder,
    section: Section,
  ): Promise<WebhookRecord[]> {
    const { text, order, values } = deliveriesOf(organizationId, filters, field, section);
    return tx.query<WebhookRecord[]>(
      `SELECT ${RECORD_COLUMNS}
         FROM (SELECT delivery.* FROM (${text}) AS delivery
                ORDER BY ${order} LIMIT ${section.limit} OFFSET ${section.skip}) AS delivery ${RECORD_JOINS}
        ORDER BY ${order}`,
      values,
    );
  }

  private async count(tx: Transaction, organizationId: string, filters: WebhookFilters): Promise<number> {
    const { text, values } = countDeliveries(organizationId, filters);
    const [{ total }] = await tx.query<[{ total: string }]>(text, values);
    return Number(total);
  }

  async attempts(
    tx: Transaction,
    organizationId: string,
    deliveryId: string,
  ): Promise<WebhookAttemptEntity[]> {
    return tx.query<WebhookAttemptEntity[]>(
      `SELECT id, delivery_id AS "deliveryId", attempt_number AS "attemptNumber", http_status AS "httpStatus",
              response_body AS "responseBody", success, error_message AS "errorMessage", attempted_at AS "attemptedAt",
              duration_ms AS "durationMs"
         FROM webhook_attempts WHERE organization_id = $1 AND delivery_id = $2 ORDER BY attempt_number`,
      [organizationId, deliveryId],
    );
  }

  /**
   * Returns one entry per endpoint, newest first. Ended deliveries are counted by the counters, pending ones
   * in the queue.
   */
  async stats(tx: Transaction, organizationId: string): Promise<EndpointStats[]> {
    const rows = await tx.query<{ endpointId: string; succeeded: string; failed: string; pending: string }[]>(
      `SELECT endpoint.id AS "endpointId", coalesce(settled.succeeded, 0) AS succeeded,
              coalesce(settled.failed, 0) AS failed, outstanding.pending
         FROM webhook_endpoints AS endpoint
         LEFT JOIN (
          SELECT webhook_endpoint_id, sum(succeeded) AS succeeded, sum(failed) AS failed
            FROM webhook_delivery_counts WHERE organization_id = $1 GROUP BY 1) AS settled
           ON settled.webhook_endpoint_id = endpoint.id
        CROSS JOIN LATERAL (
          SELECT count(*) AS pending FROM webhook_queue AS queue
           WHERE queue.organization_id = endpoint.organization_id AND queue.webhook_endpoint_id = endpoint.id
             AND queue.open) AS outstanding
        WHERE endpoint.organization_id = $1 AND endpoint.deleted_at IS NULL
        ORDER BY endpoint.created_at DESC, endpoint.id DESC`,
      [organizationId],
    );
    return rows.map((it) => {
      const [succeeded, failed, pending] = [Number(it.succeeded), Number(it.failed), Number(it.pending)];
      return { endpointId: it.endpointId, total: succeeded + failed + pending, succeeded, failed };
    });
  }
}
