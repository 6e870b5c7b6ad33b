import { operatorOf, type Section } from '../../platform/database/cursor-page';
import { conditionsOf, inQueue, StatementValues, type WebhookFilters } from './delivery-filters';

/** A table with an index in the order of the list, and the columns of that order. */
interface Source {
  from: string;
  conditions: string[];
  id: string;
  updatedAt: string;
}

const ofEntry = (table: string, conditions: string[], updatedAt: string): Source => ({
  from: `${table} AS entry JOIN webhook_deliveries AS delivery
           ON delivery.organization_id = entry.organization_id AND delivery.id = entry.delivery_id`,
  conditions: ['entry.organization_id = $1', ...conditions],
  id: 'entry.delivery_id',
  updatedAt,
});

export type DeliveryOrder = 'created_at' | 'updated_at';

/**
 * Returns a statement that selects the matching deliveries of a section, and those that it skips. It reads them in index
 * order from the beginning of the section, so PostgreSQL never sorts all deliveries.
 *
 * By created_at: IDs begin with the creation time, so sorting by ID sorts by created_at and breaks ties. Pending and
 * failed deliveries are read from the queue, which contains only those.
 *
 * By updated_at: the queue has the time of the last change of pending and failed deliveries. A succeeded delivery
 * last changed at its successful attempt.
 */
export function deliveriesOf(
  organizationId: string,
  filters: WebhookFilters,
  field: DeliveryOrder,
  section: Section,
): { text: string; order: string; values: unknown[] } {
  const values = new StatementValues();
  values.add(organizationId);
  const { direction, skip, limit } = section;
  const sources = field === 'created_at' ? byCreation(filters) : byLastChange(filters);
  const orderBy = (id: string, updatedAt: string): string =>
    field === 'created_at' ? `${id} ${direction}` : `${updatedAt} ${direction}, ${id} ${direction}`;
  const begin = beginning(field, section, values);
  const kinds = filters.objectType !== null && filters.webhookType === null ? filters.kinds : null;
  const selects = sources.map((source) => {
    const { from, id, updatedAt } = source;
    const conditions = [...source.conditions, ...conditionsOf(filters, values, id), ...begin(source)];
    const select = (kind: string[]): string =>
      `SELECT delivery.*, ${updatedAt} AS updated_at FROM ${from}
        WHERE ${[...conditions, ...kind].join(' AND ')}
        ORDER BY ${orderBy(id, updatedAt)} LIMIT ${skip + limit}`;
    return kinds === null ? `(${select([])})` : ofEachKind(values.add(kinds), select);
  });
  return {
    text: selects.join(' UNION ALL '),
    order: orderBy('delivery.id', 'delivery.updated_at'),
    values: values.all,
  };
}

/** Returns a function that returns the condition of a source for the beginning of the section. */
function beginning(
  field: DeliveryOrder,
  section: Section,
  values: StatementValues,
): (source: Source) => string[] {
  const { from } = section;
  if (from === null) return () => [];
  const operator = operatorOf(section, from);
  const id = values.add(from.id);
  if (field === 'created_at') return (source) => [`${source.id} ${operator} ${id}`];
  const updatedAt = values.add(from.value);
  return (source) => [`(${source.updatedAt}, ${source.id}) ${operator} (${updatedAt}, ${id})`];
}

/**
 * Reads up to `limit` deliveries of each kind from the index by kind. Filtering by object type instead would
 * scan the whole history for a rare type.
 */
const ofEachKind = (kinds: string, select: (conditions: string[]) => string): string =>
  `(SELECT one_kind.* FROM unnest(${kinds}::text[]) AS kinds (kind)
     CROSS JOIN LATERAL (${select(['delivery.webhook_type = kinds.kind'])}) AS one_kind)`;

function byCreation({ status }: WebhookFilters): Source[] {
  if (status === 'pending' || status === 'failed')
    return [ofEntry('webhook_queue', [inQueue(status, 'entry')], 'entry.updated_at')];
  const outside = `NOT EXISTS (SELECT FROM webhook_queue AS queue
      WHERE queue.organization_id = delivery.organization_id AND queue.delivery_id = delivery.id)`;
  return [
    {
      from: 'webhook_deliveries AS delivery',
      conditions: ['delivery.organization_id = $1', ...(status === 'succeeded' ? [outside] : [])],
      id: 'delivery.id',
      updatedAt: 'NULL::timestamptz',
    },
  ];
}

function byLastChange({ status }: WebhookFilters): Source[] {
  const queued = (conditions: string[]): Source => ofEntry('webhook_queue', conditions, 'entry.updated_at');
  if (status === 'pending' || status === 'failed') return [queued([inQueue(status, 'entry')])];
  const succeeded = ofEntry('webhook_attempts', ['entry.success'], 'entry.recorded_at');
  return status === 'succeeded' ? [succeeded] : [succeeded, queued([])];
}
