import { Injectable } from '@nestjs/common';
import { conditionAfter, readPage } from '../database/read-page';
import type { Transaction } from '../database/transactions';
import type { Page, PageQuery } from '../http/paging';
import { idBoundsOf, type PartitionWindow } from '../partitions/partition-windows.rules';
import { Partitions } from '../partitions/partitions';
import { walkPartitions } from '../partitions/walk-partitions';

/** An event as it was delivered. */
export interface TimelineEvent {
  id: string;
  kind: string;
  objectType: string;
  objectId: string;
  /** The delivery body as text. */
  payload: string;
  createdAt: Date;
}

const COLUMNS = `id, kind, object_type AS "objectType", object_id AS "objectId", payload, created_at AS "createdAt"`;
const OF_CUSTOMER = 'organization_id = $1 AND customer_id = $2';

/** What happened to a customer and what belongs to it, from the events that are kept (docs/webhooks.md#events). */
@Injectable()
export class CustomerTimeline {
  constructor(private readonly partitions: Partitions) {}

  /**
   * Returns events in the order of their ids, which is that of their creation.
   *
   * @param run runs work in a transaction of its own, so that the locks of a window end with it
   */
  async list(
    run: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
    organizationId: string,
    customerId: string,
    query: PageQuery,
  ): Promise<Page<TimelineEvent>> {
    const ofCustomer = (window: PartitionWindow): { values: unknown[]; condition: string } => {
      const values: unknown[] = [organizationId, customerId];
      const bounds = idBoundsOf(window, 'id', (value) => `$${values.push(value)}`);
      return { values, condition: [OF_CUSTOMER, ...bounds].join(' AND ') };
    };
    const source = walkPartitions<TimelineEvent>(
      {
        identity: ['customer_timeline', organizationId, customerId],
        orderedBy: null,
        rows: (slice, window) => {
          const { values, condition } = ofCustomer(window);
          const add = (value: unknown): string => `$${values.push(value)}`;
          const columns = { id: 'id', value: 'NULL::timestamptz' };
          const further =
            slice.after === null ? '' : `AND ${conditionAfter(slice, slice.after, columns, add)}`;
          const text = `SELECT ${COLUMNS} FROM outbox_events WHERE ${condition} ${further}
            ORDER BY id ${slice.direction} LIMIT ${slice.take} OFFSET ${slice.skip}`;
          return run((tx) => tx.query<TimelineEvent[]>(text, values));
        },
        positionOf: ({ id }) => ({ id, value: null }),
        count: async (window) => {
          const { values, condition } = ofCustomer(window);
          const text = `SELECT count(*) AS total FROM outbox_events WHERE ${condition}`;
          const [{ total }] = await run((tx) => tx.query<[{ total: string }]>(text, values));
          return Number(total);
        },
      },
      await this.partitions.windowsOf('outbox_events'),
    );
    return readPage(query, source);
  }
}
