import { firstIdAt } from '../../platform/domain/id';
import { conditionsOf, inQueue, StatementValues, type WebhookFilters } from './delivery-filters';
import { splitSpan, type Span } from './whole-days';

/**
 * Returns a statement that counts the matching deliveries exactly. It is a single statement, so that a
 * delivery that ends while it runs is counted once. For whole days, it reads the counters (ended deliveries)
 * and the queue (pending ones). It counts row by row only for the partial days at both ends of the period,
 * and if the filters select a single object or customer, whom the counters do not know.
 */
export function countDeliveries(
  organizationId: string,
  filters: WebhookFilters,
): { text: string; values: unknown[] } {
  const values = new StatementValues();
  values.add(organizationId);
  const span = { from: filters.createdAfter, to: filters.createdBefore };
  const { days, edges } = isSelective(filters) ? { days: null, edges: [span] } : splitSpan(span);
  const parts = edges.map((edge) => countRows(filters, edge, values));
  if (days !== null) parts.push(...countDays(filters, days, values));
  return { text: `SELECT ${parts.map((part) => `(${part})`).join(' + ')} AS total`, values: values.all };
}

/** Returns whether an index on the deliveries serves the filters, and the counters do not. */
const isSelective = ({ objectId, customerId }: WebhookFilters): boolean =>
  objectId !== null || customerId !== null;

function countRows(filters: WebhookFilters, span: Span, values: StatementValues): string {
  const { status } = filters;
  if (status !== null && status !== 'succeeded' && !isSelective(filters))
    return countQueued(status, filters, span, values);
  const conditions = conditionsOf({ ...filters, createdAfter: span.from, createdBefore: span.to }, values);
  if (status !== null) {
    const queued = `EXISTS (SELECT FROM webhook_queue AS queue
        WHERE queue.organization_id = delivery.organization_id AND queue.delivery_id = delivery.id`;
    conditions.push(status === 'succeeded' ? `NOT ${queued})` : `${queued} AND ${inQueue(status, 'queue')})`);
  }
  return `SELECT count(*) FROM webhook_deliveries AS delivery
           WHERE ${['delivery.organization_id = $1', ...conditions].join(' AND ')}`;
}

function countDays(filters: WebhookFilters, days: Span, values: StatementValues): string[] {
  const { status } = filters;
  const parts: string[] = [];
  if (status !== 'pending') {
    const conditions = ofEndpointAndKinds(filters, values);
    if (days.from !== null) conditions.push(`day >= ${values.add(dayOf(days.from))}::date`);
    if (days.to !== null) conditions.push(`day < ${values.add(dayOf(days.to))}::date`);
    parts.push(`SELECT coalesce(sum(${status ?? 'succeeded + failed'}), 0) FROM webhook_delivery_counts
                 WHERE ${conditions.join(' AND ')}`);
  }
  if (status === null || status === 'pending') parts.push(countQueued('pending', filters, days, values));
  return parts;
}

/**
 * Counts in the queue, because it is small. Counting in the deliveries would read every delivery of a partial
 * day.
 */
function countQueued(
  status: 'pending' | 'failed',
  filters: WebhookFilters,
  { from, to }: Span,
  values: StatementValues,
): string {
  const conditions = [...ofEndpointAndKinds(filters, values), inQueue(status, 'queue')];
  if (from !== null) conditions.push(`delivery_id >= ${values.add(firstIdAt(from))}`);
  if (to !== null) conditions.push(`delivery_id < ${values.add(firstIdAt(to))}`);
  return `SELECT count(*) FROM webhook_queue AS queue WHERE ${conditions.join(' AND ')}`;
}

function ofEndpointAndKinds({ webhookEndpointId, kinds }: WebhookFilters, values: StatementValues): string[] {
  const conditions = ['organization_id = $1'];
  if (webhookEndpointId !== null) conditions.push(`webhook_endpoint_id = ${values.add(webhookEndpointId)}`);
  if (kinds !== null) conditions.push(`webhook_type = ANY(${values.add(kinds)}::text[])`);
  return conditions;
}

/**
 * Substitutes for open bounds: no delivery is outside these years, and PostgreSQL writes them with four
 * digits.
 */
const FIRST_MS = 0;
const LAST_MS = Date.UTC(9999, 11, 31);

const dayOf = (midnight: Date): string =>
  new Date(Math.min(LAST_MS, Math.max(FIRST_MS, midnight.getTime()))).toISOString().slice(0, 10);
