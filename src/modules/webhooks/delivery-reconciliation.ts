import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ReconciliationChecks } from '../../platform/reconciliation/reconciliation-checks';
import { WebhookEndpointTest } from './webhook.events';

/**
 * Events as endpoints stand now: only those since an endpoint was last changed can be told for sure. Half a
 * minute leaves out transactions that were under way then.
 */
const EVENTS_AND_DELIVERIES = `
  SELECT 'event' AS object_type, event.id AS object_id, 1 AS expected, count(delivery.id) AS actual
    FROM webhook_endpoints AS endpoint
    JOIN outbox_events AS event
      ON event.organization_id = endpoint.organization_id
     AND event.created_at > endpoint.updated_at + interval '30 seconds'
     AND event.kind <> '${WebhookEndpointTest.kind}'
     AND (cardinality(endpoint.event_types) = 0 OR event.kind = ANY (endpoint.event_types)
          OR EXISTS (SELECT 1 FROM unnest(endpoint.event_types) AS pattern (text)
                      WHERE right(pattern.text, 2) = '.*'
                        AND starts_with(event.kind, left(pattern.text, -1))))
    LEFT JOIN webhook_deliveries AS delivery
      ON delivery.organization_id = event.organization_id AND delivery.object_id = event.object_id
     AND delivery.event_id = event.id AND delivery.webhook_endpoint_id = endpoint.id
   WHERE endpoint.organization_id = $1 AND endpoint.status = 'active' AND endpoint.deleted_at IS NULL
   GROUP BY event.id, endpoint.id
  HAVING count(delivery.id) <> 1`;

const COUNTERS = `
  SELECT 'webhook_endpoint' AS object_type, coalesce(counted.id, counters.id) AS object_id,
         coalesce(counted.total, 0) AS expected, coalesce(counters.total, 0) AS actual
    FROM (SELECT webhook_endpoint_id AS id, count(*) AS total FROM webhook_deliveries AS delivery
           WHERE organization_id = $1
             AND NOT EXISTS (SELECT 1 FROM webhook_queue AS queue
                              WHERE queue.organization_id = $1 AND queue.delivery_id = delivery.id AND queue.open)
           GROUP BY 1) AS counted
    FULL JOIN (SELECT webhook_endpoint_id AS id, sum(succeeded + failed) AS total FROM webhook_delivery_counts
                WHERE organization_id = $1 GROUP BY 1) AS counters ON counters.id = counted.id
   WHERE coalesce(counted.total, 0) <> coalesce(counters.total, 0)`;

/** The sums of the deliveries that must agree. */
@Injectable()
export class DeliveryReconciliation implements OnModuleInit {
  constructor(private readonly checks: ReconciliationChecks) {}

  onModuleInit(): void {
    this.checks.register(
      {
        name: 'event_deliveries',
        description: 'Every event has one delivery for each endpoint that is subscribed to it.',
        sql: EVENTS_AND_DELIVERIES,
      },
      {
        name: 'delivery_counters',
        description: 'The statistics of an endpoint count the deliveries that are on record.',
        sql: COUNTERS,
      },
    );
  }
}
