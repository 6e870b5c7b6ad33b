import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { firstIdAt } from '../../platform/domain/id';
import type { Order, Page } from '../../platform/http/paging';
import type { StoredEvent } from '../../platform/outbox/stored-event';
import type { WebhookAttemptEntity } from './webhook-attempt.entity';
import type { WebhookDeliveryStatus } from './webhook-delivery.entity';

/** A delivery as the API shows it. */
export interface WebhookRecord {
  id: string;
  webhookEndpointId: string;
  webhookType: string;
  objectType: string;
  objectId: string;
  /** Text of the delivery body. */
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

/** Counts of one endpoint's deliveries. */
export interface EndpointStats {
  endpointId: string;
  total: number;
  succeeded: number;
  failed: number;
}

const RECORD_COLUMNS = `
  delivery.id, delivery.webhook_endpoint_id AS "webhookEndpointId", delivery.webhook_type AS "webhookType",
  delivery.object_type AS "objectType", delivery.object_id AS "objectId", event.payload, delivery.status,
  delivery.retries, delivery.max_retries AS "maxRetries", delivery.last_retried_at AS "lastRetriedAt",
  CASE WHEN queue.open THEN queue.next_attempt_at END AS "nextAttemptAt",
  delivery.http_status AS "httpStatus", delivery.response, delivery.error_message AS "errorMessage",
  delivery.created_at AS "createdAt", delivery.updated_at AS "updatedAt"`;

const RECORD_JOINS = `
  JOIN outbox_events AS event ON event.organization_id = delivery.organization_id AND event.id = delivery.event_id
  LEFT JOIN webhook_queue AS queue
    ON queue.organization_id = delivery.organization_id AND queue.delivery_id = delivery.id`;

/** Reads for the API. Each is served by an index; none reads history to count it. */
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

  /** The delivery of a test event, which has one: the newest about its endpoint. */
  async findByEvent(tx: Transaction, event: StoredEvent): Promise<WebhookRecord | null> {
    const [row] = await tx.query<WebhookRecord[]>(
      `SELECT ${RECORD_COLUMNS} FROM webhook_deliveries AS delivery ${RECORD_JOINS}
        WHERE delivery.organization_id = $1 AND delivery.object_id = $2 AND delivery.id >= $3 AND delivery.event_id = $4`,
      [event.organizationId, event.objectId, firstIdAt(event.createdAt), event.id],
    );
    return row ?? null;
  }

  async list(
    tx: Transaction,
    organizationId: string,
    filters: WebhookFilters,
    page: { skip: number; limit: number; order: Order<'created_at' | 'updated_at'> },
  ): Promise<Page<WebhookRecord>> {
    const { direction, field } = page.order;
    // The id carries the creation instant, so ordering by it is ordering by created_at with ties broken.
    const order =
      field === 'created_at'
        ? `delivery.id ${direction}`
        : `delivery.updated_at ${direction}, delivery.id ${direction}`;
    const { text, values } = matching(organizationId, filters, order, page.skip + page.limit);
    const items = await tx.query<WebhookRecord[]>(
      `SELECT ${RECORD_COLUMNS}
         FROM (SELECT delivery.* FROM (${text}) AS delivery
                ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.skip}) AS delivery ${RECORD_JOINS}
        ORDER BY ${order}`,
      values,
    );
    return { items, total: await this.count(tx, organizationId, filters) };
  }

  async attempts(
    tx: Transaction,
    organizationId: string,
    deliveryId: string,
  ): Promise<WebhookAttemptEntity[]> {
    return tx.query<WebhookAttemptEntity[]>(
      `SELECT id, delivery_id AS "deliveryId", attempt_number AS "attemptNumber", http_status AS "httpStatus",
              response_body AS "responseBody", success, error_message AS "errorMessage", attempted_at AS "attemptedAt"
         FROM webhook_attempts WHERE organization_id = $1 AND delivery_id = $2 ORDER BY attempt_number`,
      [organizationId, deliveryId],
    );
  }

  /** One entry per endpoint: settled deliveries from the counters, pending ones from the queue. */
  async stats(tx: Transaction, organizationId: string): Promise<EndpointStats[]> {
    const rows = await tx.query<{ endpointId: string; succeeded: string; failed: string; pending: string }[]>(
      `SELECT endpoint.id AS "endpointId", settled.succeeded, settled.failed, outstanding.pending
         FROM webhook_endpoints AS endpoint
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(counts.succeeded), 0) AS succeeded, coalesce(sum(counts.failed), 0) AS failed
            FROM webhook_delivery_counts AS counts
           WHERE counts.organization_id = endpoint.organization_id AND counts.webhook_endpoint_id = endpoint.id) AS settled
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

  private async count(tx: Transaction, organizationId: string, filters: WebhookFilters): Promise<number> {
    const counted =
      filters.objectId === null && filters.createdAfter === null && filters.createdBefore === null;
    return counted
      ? this.countFromCounters(tx, organizationId, filters)
      : this.countRows(tx, organizationId, filters);
  }

  /** Bounded by the filter itself: the deliveries of one object, or of a span of time. */
  private async countRows(tx: Transaction, organizationId: string, filters: WebhookFilters): Promise<number> {
    const { conditions, values } = conditionsOf(organizationId, filters);
    const [row] = await tx.query<[{ total: string }]>(
      `SELECT count(*) AS total FROM webhook_deliveries AS delivery ${outstandingJoin(filters.status)}
        WHERE ${conditions.join(' AND ')}`,
      values,
    );
    return Number(row.total);
  }

  private async countFromCounters(
    tx: Transaction,
    organizationId: string,
    filters: WebhookFilters,
  ): Promise<number> {
    const { status } = filters;
    const [row] = await tx.query<[{ total: string }]>(
      `SELECT (SELECT coalesce(sum(CASE WHEN $4 THEN succeeded ELSE 0 END + CASE WHEN $5 THEN failed ELSE 0 END), 0)
                 FROM webhook_delivery_counts
                WHERE organization_id = $1 AND ($2::uuid IS NULL OR webhook_endpoint_id = $2)
                  AND ($3::text[] IS NULL OR webhook_type = ANY($3)))
            + CASE WHEN $6 THEN
                (SELECT count(*) FROM webhook_queue
                  WHERE organization_id = $1 AND ($2::uuid IS NULL OR webhook_endpoint_id = $2)
                    AND ($3::text[] IS NULL OR webhook_type = ANY($3)) AND open)
              ELSE 0 END AS total`,
      [
        organizationId,
        filters.webhookEndpointId,
        filters.kinds,
        status === null || status === 'succeeded',
        status === null || status === 'failed',
        status === null || status === 'pending',
      ],
    );
    return Number(row.total);
  }
}

/**
 * The first `limit` deliveries that match, in order. An object type stands for its few kinds: each is read from
 * the index by kind up to the limit, so that a rare object type is not searched for in the whole history.
 */
function matching(
  organizationId: string,
  filters: WebhookFilters,
  order: string,
  limit: number,
): { text: string; values: unknown[] } {
  const { conditions, values } = conditionsOf(organizationId, filters);
  const select = (condition: string): string =>
    `SELECT delivery.* FROM webhook_deliveries AS delivery ${outstandingJoin(filters.status)}
      WHERE ${condition} ORDER BY ${order} LIMIT ${limit}`;
  if (filters.objectType === null || filters.webhookType !== null) {
    return { text: select(conditions.join(' AND ')), values };
  }
  const kind = `delivery.webhook_type = kinds.kind`;
  const text = `SELECT one_kind.* FROM unnest($${values.length + 1}::text[]) AS kinds (kind)
                 CROSS JOIN LATERAL (${select([...conditions, kind].join(' AND '))}) AS one_kind`;
  return { text, values: [...values, filters.kinds] };
}

/** Pending and failed deliveries are found through the queue, which holds only what is outstanding. */
function outstandingJoin(status: WebhookDeliveryStatus | null): string {
  if (status !== 'pending' && status !== 'failed') return '';
  return `JOIN webhook_queue AS outstanding
            ON outstanding.organization_id = delivery.organization_id AND outstanding.delivery_id = delivery.id
           AND ${status === 'failed' ? "outstanding.stage = 'failed'" : 'outstanding.open'}`;
}

function conditionsOf(
  organizationId: string,
  filters: WebhookFilters,
): { conditions: string[]; values: unknown[] } {
  const conditions = ['delivery.organization_id = $1'];
  const values: unknown[] = [organizationId];
  const add = (condition: string, value: unknown): void => {
    if (value === null) return;
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  add('delivery.webhook_type =', filters.webhookType);
  add('delivery.object_type =', filters.objectType);
  add('delivery.status =', filters.status);
  add('delivery.webhook_endpoint_id =', filters.webhookEndpointId);
  add('delivery.object_id =', filters.objectId);
  add('delivery.id >=', filters.createdAfter === null ? null : firstIdAt(filters.createdAfter));
  add('delivery.id <', filters.createdBefore === null ? null : firstIdAt(filters.createdBefore));
  return { conditions, values };
}
