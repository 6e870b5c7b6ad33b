import { firstIdAt } from '../../platform/domain/id';
import { conditionsOf, inQueue, StatementValues, type WebhookFilters } from './delivery-filters';
import { splitSpan, type Span } from './whole-days';

/**
 * Counts what matches, exactly and in one statement, so that a delivery that settles meanwhile counts once. Whole
 * days come from the counters (settled) and the queue (pending); only the parts of days at the edges of a span of
 * time, and the deliveries of one object, are counted one by one.
 */
export function countDeliveries(
  organizationId: string,
  filters: WebhookFilters,
): { text: string; values: unknown[] } {
  const values = new StatementValues();
  values.add(organizationId);
  const span = { from: filters.createdAfter, to: filters.createdBefore };
  const { days, edges } = filters.objectId === null ? splitSpan(span) : { days: null, edges: [span] };
  const parts = edges.map((edge) => countRows(filters, edge, values));
  if (days !== null) parts.push(...countDays(filters, days, values));
  return { text: `SELECT ${parts.map((part) => `(${part})`).join(' + ')} AS total`, values: values.all };
}

function countRows(filters: WebhookFilters, { from, to }: Span, values: StatementValues): string {
  const { status } = filters;
  const conditions = conditionsOf({ ...filters, createdAfter: from, createdBefore: to }, values);
  if (status !== null) {
    const queued = `EXISTS (SELECT FROM webhook_queue AS queue
        WHERE queue.organization_id = delivery.organization_id AND queue.delivery_id = delivery.id`;
    conditions.push(status === 'succeeded' ? `NOT ${queued})` : `${queued} AND ${inQueue(status, 'queue')})`);
  }
  return `SELECT count(*) FROM webhook_deliveries AS delivery
           WHERE ${['delivery.organization_id = $1', ...conditions].join(' AND ')}`;
}

function countDays(filters: WebhookFilters, { from, to }: Span, values: StatementValues): string[] {
  const { status } = filters;
  const common = ['organization_id = $1'];
  if (filters.webhookEndpointId !== null)
    common.push(`webhook_endpoint_id = ${values.add(filters.webhookEndpointId)}`);
  if (filters.kinds !== null) common.push(`webhook_type = ANY(${values.add(filters.kinds)}::text[])`);
  const parts: string[] = [];
  if (status !== 'pending') {
    const conditions = [...common];
    if (from !== null) conditions.push(`day >= ${values.add(dayOf(from))}::date`);
    if (to !== null) conditions.push(`day < ${values.add(dayOf(to))}::date`);
    parts.push(`SELECT coalesce(sum(${status ?? 'succeeded + failed'}), 0) FROM webhook_delivery_counts
                 WHERE ${conditions.join(' AND ')}`);
  }
  if (status === null || status === 'pending') {
    const conditions = [...common, 'open'];
    if (from !== null) conditions.push(`delivery_id >= ${values.add(firstIdAt(from))}`);
    if (to !== null) conditions.push(`delivery_id < ${values.add(firstIdAt(to))}`);
    parts.push(`SELECT count(*) FROM webhook_queue WHERE ${conditions.join(' AND ')}`);
  }
  return parts;
}

/** No delivery lies outside these years, in which every day has four digits of year, for PostgreSQL as well. */
const FIRST_MS = 0;
const LAST_MS = Date.UTC(9999, 11, 31);

const dayOf = (midnight: Date): string =>
  new Date(Math.min(LAST_MS, Math.max(FIRST_MS, midnight.getTime()))).toISOString().slice(0, 10);
