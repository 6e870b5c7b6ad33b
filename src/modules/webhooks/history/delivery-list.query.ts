import { conditionAfter, type Slice } from '../../../platform/database/read-page';
import { idBoundsOf, type PartitionWindow } from '../../../platform/partitions/partition-windows.rules';
import { conditionsOf, inQueue, StatementValues, type WebhookFilters } from './delivery-filters';

/** A table whose index yields deliveries in order, with the columns of that order. */
interface Source {
  from: string;
  conditions: string[];
  id: string;
  updatedAt: string;
}

/** A source outside the deliveries. PostgreSQL learns the bounds of their ids from the conditions alone. */
const ofEntry = (table: string, conditions: string[], updatedAt: string): Source => ({
  from: `${table} AS entry JOIN webhook_deliveries AS delivery
           ON delivery.organization_id = entry.organization_id AND delivery.id = entry.delivery_id`,
  conditions: ['entry.organization_id = $1', ...conditions],
  id: 'entry.delivery_id',
  updatedAt,
});

/** A statement for the first deliveries of a slice, with the order that puts its sources together. */
export interface FirstDeliveries {
  /** Selects `delivery.id` and `delivery.updated_at`. */
  text: string;
  order: string;
  values: StatementValues;
}

/**
 * Returns a statement for the first deliveries of a slice within a window, including those to skip, each source read from
 * an index in order.
 *
 * By creation: a UUIDv7 holds the creation time, so ordering by id is ordering by created_at with ties broken. Pending
 * and failed deliveries are read from the queue, which holds no others. By last change: a delivery in the queue has its
 * time there; a succeeded one changed last when its successful attempt was recorded.
 */
export function firstDeliveries(
  organizationId: string,
  filters: WebhookFilters,
  field: 'created_at' | 'updated_at',
  slice: Slice,
  window: PartitionWindow,
): FirstDeliveries {
  const values = new StatementValues();
  values.add(organizationId);
  const sources = field === 'created_at' ? byCreation(filters) : byLastChange(filters);
  const bounds = idBoundsOf(window, 'delivery.id', (it) => values.add(it));
  return mergedSources(sources, filters, { field, slice, values, bounds });
}

/**
 * Returns a statement for the first deliveries of the queue by their last change, of all times: it reads no partition, or
 * null where the queue alone does not know the filters.
 */
export function firstQueued(
  organizationId: string,
  filters: WebhookFilters,
  slice: Slice,
): FirstDeliveries | null {
  if (filters.status === 'succeeded' || !isKnownToQueue(filters)) return null;
  const values = new StatementValues();
  values.add(organizationId);
  const source: Source = {
    from: 'webhook_queue AS delivery',
    conditions: [
      'delivery.organization_id = $1',
      ...(filters.status === null ? [] : [inQueue(filters.status, 'delivery')]),
    ],
    id: 'delivery.delivery_id',
    updatedAt: 'delivery.updated_at',
  };
  return mergedSources([source], filters, { field: 'updated_at', slice, values, bounds: [] });
}

/** Whether the queue has the columns of the filters. An object type means the kinds of its events. */
const isKnownToQueue = ({
  objectType,
  webhookType,
  objectId,
  customerId,
  externalCustomerId,
}: WebhookFilters): boolean =>
  objectId === null &&
  customerId === null &&
  externalCustomerId === null &&
  (objectType === null || webhookType === null);

interface Parts {
  field: 'created_at' | 'updated_at';
  slice: Slice;
  values: StatementValues;
  bounds: string[];
}

function mergedSources(
  sources: readonly Source[],
  filters: WebhookFilters,
  { field, slice, values, bounds }: Parts,
): FirstDeliveries {
  const { direction, after, skip, take } = slice;
  const orderBy = (id: string, updatedAt: string): string =>
    field === 'created_at' ? `${id} ${direction}` : `${updatedAt} ${direction}, ${id} ${direction}`;
  const kinds = filters.objectType !== null && filters.webhookType === null ? filters.kinds : null;
  const known = kinds === null ? filters : { ...filters, objectType: null };
  const selects = sources.map(({ from, conditions, id, updatedAt }) => {
    const columns = { id, value: updatedAt };
    const further = after === null ? [] : [conditionAfter(slice, after, columns, (it) => values.add(it))];
    const own = id.startsWith('entry') ? bounds.map((it) => it.replace('delivery.id', id)) : [];
    const fixed = [...conditions, ...bounds, ...own, ...conditionsOf(known, values, id), ...further];
    const select = (kind: string[]): string =>
      `SELECT ${id} AS id, ${updatedAt} AS updated_at FROM ${from}
        WHERE ${[...fixed, ...kind].join(' AND ')}
        ORDER BY ${orderBy(id, updatedAt)} LIMIT ${skip + take}`;
    return kinds === null ? `(${select([])})` : ofEachKind(values.add(kinds), select);
  });
  return {
    text: selects.join(' UNION ALL '),
    order: orderBy('delivery.id', 'delivery.updated_at'),
    values,
  };
}

/**
 * Reads each kind of an object type from the index by kind, up to the limit: a filter would scan the whole history for a
 * rare object type.
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

/** Those of the queue are apart where it alone knows the filters. */
function byLastChange(filters: WebhookFilters): Source[] {
  const { status } = filters;
  const queued = isKnownToQueue(filters)
    ? []
    : [
        ofEntry(
          'webhook_queue',
          status === null || status === 'succeeded' ? [] : [inQueue(status, 'entry')],
          'entry.updated_at',
        ),
      ];
  if (status === 'pending' || status === 'failed') return queued;
  const succeeded = ofEntry('webhook_attempts', ['entry.success'], 'entry.recorded_at');
  return status === 'succeeded' ? [succeeded] : [succeeded, ...queued];
}
