import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { notMoving } from '../../../platform/cells/held-organizations';
import { firstIdAt } from '../../../platform/domain/id';

/** Pages per statement: about 20,000 keys. */
const PAGES = 256;

/** Statements over the keys of usage events of all organizations (docs/decisions.md#usage-event-keys). */
@Injectable()
export class EventKeysRepository {
  /**
   * Deletes the keys of events from before an instant in some pages of the table. Keys have no index by age, which would
   * cost each of them more than reading the table does.
   *
   * @param page the first one
   * @returns the page after them; null at the end of the table.
   */
  async deleteBefore(tx: Transaction, before: Date, page: number): Promise<number | null> {
    const end = page + PAGES;
    const [row] = await tx.query<[{ isLast: boolean }]>(
      `WITH deleted AS (
         DELETE FROM usage_event_keys AS key
          WHERE key.ctid >= $1::text::tid AND key.ctid < $2::text::tid AND key.event_id < $3 AND ${notMoving('key')})
       SELECT pg_relation_size('usage_event_keys') <= $4::bigint * current_setting('block_size')::int AS "isLast"`,
      [`(${page},0)`, `(${end},0)`, firstIdAt(before), end],
    );
    return row.isLast ? null : end;
  }

  /**
   * Whether new events still go to the partition of the events from before the partitions. Its unique index refuses a
   * transaction id that it has, whether there is a key or not.
   */
  async isFirstPartitionInUse(tx: Transaction): Promise<boolean> {
    const [row] = await tx.query<[{ inUse: boolean }]>(
      `SELECT EXISTS (SELECT FROM partitions_of('usage_events')
                       WHERE NOT is_default AND lower IS NULL AND upper > now()) AS "inUse"`,
    );
    return row.inUse;
  }
}
