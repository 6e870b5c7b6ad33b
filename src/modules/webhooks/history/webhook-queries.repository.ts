import { Injectable } from '@nestjs/common';
import { readPage, type Slice } from '../../../platform/database/read-page';
import type { Transaction } from '../../../platform/database/transactions';
import { firstIdAt, instantOf } from '../../../platform/domain/id';
import type { Page, PageQuery } from '../../../platform/http/paging';
import type { StoredEvent } from '../../../platform/outbox/stored-event';
import {
  idBoundsOf,
  windowsWithin,
  type PartitionWindow,
} from '../../../platform/partitions/partition-windows.rules';
import { Partitions } from '../../../platform/partitions/partitions';
import { walkPartitions } from '../../../platform/partitions/walk-partitions';
import type { WebhookAttemptEntity } from '../webhook-attempt.entity';
import { countDeliveries, isCounted } from './delivery-count.query';
import { StatementValues, type WebhookFilters } from './delivery-filters';
import { firstDeliveries, firstQueued } from './delivery-list.query';
import {
  RECORD_COLUMNS,
  recordJoins,
  withPayloads,
  type RecordRow,
  type WebhookRecord,
} from './delivery-record.query';

/** Numbers of an endpoint's deliveries. */
export interface EndpointStats {
  endpointId: string;
  total: number;
  succeeded: number;
  failed: number;
}

/** Narrows the ids in a column, so that PostgreSQL knows which partitions to leave out. */
type Bounds = (column: string, add: (value: string) => string) => string[];

/** Runs work in a transaction of its own, so that the locks of a window end with it. */
export type RunRead = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** Where deliveries are listed from. */
interface DeliveryReads {
  /** Of the partitions of deliveries, attempts and events, oldest first. */
  readonly windows: readonly PartitionWindow[];
  readonly run: RunRead;
}

interface ChangedAt {
  id: string;
  updated_at: Date;
}

/** Reads of deliveries for the API. Each uses an index; none scans history to count it. */
@Injectable()
export class WebhookQueriesRepository {
  constructor(private readonly partitions: Partitions) {}

  async find(tx: Transaction, organizationId: string, id: string): Promise<WebhookRecord | null> {
    const rows = await this.records(tx, organizationId, [id], (column, add) => [`${column} = ${add(id)}`]);
    const [record] = await withPayloads(tx, organizationId, rows);
    return record ?? null;
  }

  /** Returns the only delivery of a test event. */
  async findByEvent(tx: Transaction, event: StoredEvent): Promise<WebhookRecord | null> {
    const { organizationId, createdAt } = event;
    const [row] = await tx.query<{ id: string }[]>(
      `SELECT id FROM webhook_deliveries
        WHERE organization_id = $1 AND object_id = $2 AND id >= $3 AND id < $4 AND event_id = $5`,
      [
        organizationId,
        event.objectId,
        firstIdAt(createdAt),
        firstIdAt(new Date(createdAt.getTime() + 1)),
        event.id,
      ],
    );
    return row === undefined ? null : this.find(tx, organizationId, row.id);
  }

  async list(
    run: RunRead,
    organizationId: string,
    filters: WebhookFilters,
    query: PageQuery<'created_at' | 'updated_at'>,
  ): Promise<Page<WebhookRecord>> {
    const isById = query.order().field === 'created_at';
    const times = { from: filters.createdAfter ?? undefined, to: filters.createdBefore ?? undefined };
    const windows = windowsWithin(
      await this.partitions.windowsOf('webhook_deliveries', 'webhook_attempts', 'outbox_events'),
      times,
    );
    const reads = { windows, run };
    const walked = walkPartitions<WebhookRecord>(
      {
        identity: ['webhook_deliveries', organizationId, filters],
        orderedBy: isById ? null : 'timestamptz',
        rows: (slice, window) => this.created(reads, organizationId, filters, slice, window),
        positionOf: ({ id, updatedAt }) => ({ id, value: isById ? null : updatedAt.toISOString() }),
        count: (window) => this.count(run, organizationId, withinWindow(filters, window)),
      },
      windows,
    );
    return readPage(query, {
      ...walked,
      ...(isById ? {} : { rows: (slice) => this.changed(reads, organizationId, filters, slice) }),
      ...(isCounted(filters) ? { count: () => this.count(run, organizationId, filters) } : {}),
    });
  }

  private async created(
    { run }: DeliveryReads,
    organizationId: string,
    filters: WebhookFilters,
    slice: Slice,
    window: PartitionWindow,
  ): Promise<WebhookRecord[]> {
    const { text, order, values } = firstDeliveries(organizationId, filters, 'created_at', slice, window);
    const bounds = (column: string): string[] => idBoundsOf(window, column, (it) => values.add(it));
    return run(async (tx) => {
      const rows = await tx.query<RecordRow[]>(
        `SELECT ${RECORD_COLUMNS}
           FROM (SELECT delivery.id AS first_id FROM (${text}) AS delivery
                  ORDER BY ${order} LIMIT ${slice.take} OFFSET ${slice.skip}) AS first
           JOIN webhook_deliveries AS delivery
             ON ${['delivery.organization_id = $1', 'delivery.id = first_id', ...bounds('delivery.id')].join(' AND ')}
           ${recordJoins(bounds('attempt.delivery_id'))}
          ORDER BY ${order}`,
        values.all,
      );
      return withPayloads(tx, organizationId, rows);
    });
  }

  /** A delivery can change long after its creation, so the first of every window are compared. */
  private async changed(
    { run, windows }: DeliveryReads,
    organizationId: string,
    filters: WebhookFilters,
    slice: Slice,
  ): Promise<WebhookRecord[]> {
    const { direction, skip, take } = slice;
    const queued = firstQueued(organizationId, filters, slice);
    const isInQueue = queued !== null && filters.status !== null;
    const inWindows = isInQueue
      ? []
      : windows.map((it) => firstDeliveries(organizationId, filters, 'updated_at', slice, it));
    const changedAt = new Map<string, Date>();
    for (const { text, order, values } of queued === null ? inWindows : [queued, ...inWindows]) {
      const first = `SELECT * FROM (${text}) AS delivery ORDER BY ${order} LIMIT ${skip + take}`;
      const rows = await run((tx) => tx.query<ChangedAt[]>(first, values.all));
      for (const row of rows) changedAt.set(row.id, row.updated_at);
    }
    const sign = direction === 'ASC' ? 1 : -1;
    const ids = [...changedAt]
      .sort(([a, at], [b, bt]) => sign * (at.getTime() - bt.getTime() || (a < b ? -1 : 1)))
      .slice(skip, skip + take)
      .map(([id]) => id);
    const records = new Map<string, WebhookRecord>();
    for (const window of windows) {
      const inside = ids.filter((id) => isWithin(window, id));
      if (inside.length === 0) continue;
      const bounds: Bounds = (column, add) => idBoundsOf(window, column, add);
      const found = await run(async (tx) =>
        withPayloads(tx, organizationId, await this.records(tx, organizationId, inside, bounds)),
      );
      for (const it of found) records.set(it.id, { ...it, updatedAt: changedAt.get(it.id) ?? it.updatedAt });
    }
    return ids.flatMap((id) => records.get(id) ?? []);
  }

  private records(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
    bounds: Bounds,
  ): Promise<RecordRow[]> {
    const values = new StatementValues();
    const add = (it: string): string => values.add(it);
    const conditions = [
      `delivery.organization_id = ${values.add(organizationId)}`,
      `delivery.id = ANY (${values.add(ids)}::uuid[])`,
      ...bounds('delivery.id', add),
    ];
    return tx.query<RecordRow[]>(
      `SELECT ${RECORD_COLUMNS} FROM webhook_deliveries AS delivery ${recordJoins(bounds('attempt.delivery_id', add))}
        WHERE ${conditions.join(' AND ')}`,
      values.all,
    );
  }

  private async count(run: RunRead, organizationId: string, filters: WebhookFilters): Promise<number> {
    const { text, values } = countDeliveries(organizationId, filters);
    const [{ total }] = await run((tx) => tx.query<[{ total: string }]>(text, values));
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
              duration_ms AS "durationMs", request_headers AS "requestHeaders",
              response_headers AS "responseHeaders"
         FROM webhook_attempts WHERE organization_id = $1 AND delivery_id = $2 ORDER BY attempt_number`,
      [organizationId, deliveryId],
    );
  }

  /** Returns one entry per endpoint, without samples: ended deliveries from the counters, pending ones from the queue. */
  async stats(tx: Transaction, organizationId: string): Promise<EndpointStats[]> {
    const rows = await tx.query<{ endpointId: string; succeeded: string; failed: string; pending: string }[]>(
      `SELECT endpoint.id AS "endpointId", coalesce(ended.succeeded, 0) AS succeeded,
              coalesce(ended.failed, 0) AS failed, outstanding.pending
         FROM webhook_endpoints AS endpoint
         LEFT JOIN (
          SELECT webhook_endpoint_id, sum(succeeded) AS succeeded, sum(failed) AS failed
            FROM webhook_delivery_counts WHERE organization_id = $1 GROUP BY 1) AS ended
           ON ended.webhook_endpoint_id = endpoint.id
        CROSS JOIN LATERAL (
          SELECT count(*) AS pending FROM webhook_queue AS queue
           WHERE queue.organization_id = endpoint.organization_id AND queue.webhook_endpoint_id = endpoint.id
             AND queue.open AND queue.event_id IS NOT NULL) AS outstanding
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

const isWithin = ({ from, to }: PartitionWindow, id: string): boolean =>
  (from === null || instantOf(id) >= from.getTime()) && (to === null || instantOf(id) < to.getTime());

/** Returns the filters with the creation times of the window. */
function withinWindow(filters: WebhookFilters, { from, to }: PartitionWindow): WebhookFilters {
  const { createdAfter, createdBefore } = filters;
  return {
    ...filters,
    createdAfter: createdAfter === null || (from !== null && from > createdAfter) ? from : createdAfter,
    createdBefore: createdBefore === null || (to !== null && to < createdBefore) ? to : createdBefore,
  };
}
