import { Injectable } from '@nestjs/common';
import type {
  ReconciliationCheck,
  ReconciliationCheckList,
} from '../../platform/reconciliation/reconciliation-checks';
import { WebhookEndpointTest } from './webhook.events';

/**
 * A transaction that runs while an endpoint changes may see the endpoint either before or after the change.
 */
const UNCERTAIN = `interval '30 seconds'`;

const EVENTS_PER_PAGE = 2000;

const EVENTS_PAGE_END = `
  SELECT id FROM outbox_events WHERE organization_id = $1 AND id > $2 ORDER BY id
  OFFSET ${EVENTS_PER_PAGE - 1} LIMIT 1`;

/**
 * Returns SQL for the smallest possible ID of a delivery created in the millisecond of `instant`. Must match
 * `firstIdAt` in platform/domain/id.ts.
 */
const firstIdAt = (instant: string): string =>
  `(lpad(to_hex((extract(epoch FROM ${instant}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`;

/**
 * Compares the deliveries of each event with the periods in which an endpoint had selected its kind. Well
 * within such a period, the event must have exactly one delivery to the endpoint. Near its start or end, or
 * if the selected kinds are unknown, there may be one or none. Outside, there must be none. Test events and samples
 * go to one endpoint on request, so selected kinds say nothing about their deliveries. OFFSET 0 forces
 * an index scan of the deliveries per event, regardless of the page size.
 */
const EVENTS_AND_DELIVERIES = `
  WITH event AS MATERIALIZED (
    SELECT id, kind, object_id, created_at FROM outbox_events
     WHERE organization_id = $1 AND id > $2 AND id <= $3 AND kind <> '${WebhookEndpointTest.kind}'
       AND NOT sample),
  page AS (
    SELECT kind, min(created_at) - ${UNCERTAIN} AS earliest, max(created_at) + ${UNCERTAIN} AS latest
      FROM event GROUP BY kind),
  span AS MATERIALIZED (
    SELECT page.kind, span.webhook_endpoint_id, span.event_types IS NOT NULL AS known, span.starts_at,
           coalesce(span.ends_at, 'infinity') AS ends_at
      FROM webhook_endpoint_subscriptions AS span
      JOIN page ON span.starts_at < page.latest AND coalesce(span.ends_at, 'infinity') > page.earliest
       AND (span.event_types IS NULL OR cardinality(span.event_types) = 0 OR page.kind = ANY (span.event_types)
            OR EXISTS (SELECT 1 FROM unnest(span.event_types) AS pattern (text)
                        WHERE right(pattern.text, 2) = '.*'
                          AND starts_with(page.kind, left(pattern.text, -1))))
     WHERE span.organization_id = $1),
  counted AS (
    SELECT event.id, span.webhook_endpoint_id, 0 AS sent, 1 AS most,
           (span.known AND event.created_at > span.starts_at + ${UNCERTAIN}
             AND event.created_at < span.ends_at - ${UNCERTAIN})::int AS least
      FROM event
      JOIN span ON span.kind = event.kind AND event.created_at > span.starts_at - ${UNCERTAIN}
       AND event.created_at < span.ends_at + ${UNCERTAIN}
    UNION ALL
    SELECT event.id, delivery.webhook_endpoint_id, 1, 0, 0
      FROM event
     CROSS JOIN LATERAL (
       SELECT webhook_endpoint_id FROM webhook_deliveries
        WHERE organization_id = $1 AND object_id = event.object_id AND event_id = event.id
          AND id >= ${firstIdAt('event.created_at')}
          AND id < ${firstIdAt(`event.created_at + interval '1 millisecond'`)}
       OFFSET 0) AS delivery)
  SELECT 'event' AS object_type, id AS object_id, CASE WHEN sum(sent) = 0 THEN 1 ELSE max(most) END AS expected,
         sum(sent) AS actual
    FROM counted GROUP BY id, webhook_endpoint_id
  HAVING sum(sent) NOT BETWEEN max(least) AND max(most)`;

const ENDPOINTS_PER_PAGE = 10;

const ENDPOINTS_PAGE_END = `
  SELECT id FROM webhook_endpoints WHERE organization_id = $1 AND id > $2 ORDER BY id
  OFFSET ${ENDPOINTS_PER_PAGE - 1} LIMIT 1`;

const COUNTERS = `
  SELECT 'webhook_endpoint' AS object_type, coalesce(counted.id, counters.id) AS object_id,
         coalesce(counted.total, 0) AS expected, coalesce(counters.total, 0) AS actual
    FROM (SELECT webhook_endpoint_id AS id, count(*) AS total FROM webhook_deliveries AS delivery
           WHERE organization_id = $1 AND webhook_endpoint_id > $2 AND webhook_endpoint_id <= $3
             AND NOT EXISTS (SELECT 1 FROM webhook_queue AS queue
                              WHERE queue.organization_id = $1 AND queue.delivery_id = delivery.id AND queue.open)
           GROUP BY 1) AS counted
    FULL JOIN (SELECT webhook_endpoint_id AS id, sum(succeeded + failed) AS total FROM webhook_delivery_counts
                WHERE organization_id = $1 AND webhook_endpoint_id > $2 AND webhook_endpoint_id <= $3
                GROUP BY 1) AS counters ON counters.id = counted.id
   WHERE coalesce(counted.total, 0) <> coalesce(counters.total, 0)`;

@Injectable()
export class DeliveryReconciliation implements ReconciliationCheckList {
  get checks(): readonly ReconciliationCheck[] {
    return [
      {
        name: 'event_deliveries',
        description:
          'Every event has exactly one delivery for each endpoint that had selected its kind, and no others.',
        sql: EVENTS_AND_DELIVERIES,
        pageEnd: EVENTS_PAGE_END,
      },
      {
        name: 'delivery_counters',
        description: 'The delivery statistics of every endpoint match its deliveries.',
        sql: COUNTERS,
        pageEnd: ENDPOINTS_PAGE_END,
      },
    ];
  }
}
