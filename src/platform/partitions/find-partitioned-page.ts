import type { DataSource, EntityTarget, FindOptionsWhere, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { entityList } from '../database/find-page';
import { readPage } from '../database/read-page';
import type { Transaction } from '../database/transactions';
import type { Page, PageQuery } from '../http/paging';
import { conditionOf, type PartitionWindow } from './partition-windows.rules';
import { walkPartitions } from './walk-partitions';

/** Where a page is read from. */
export interface PartitionedRead {
  readonly dataSource: DataSource;
  /** Those of the partitions and times in question, oldest first. */
  readonly windows: readonly PartitionWindow[];
  /** Runs work in a transaction of its own, so that the locks of a window end with it. */
  readonly run: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
}

/**
 * As `findPage`, for a partitioned table that is listed by creation time: takes no more locks at a time than PostgreSQL has
 * room for (docs/decisions.md#partitions).
 *
 * @throws ValidationFailedError for a cursor of another list.
 */
export function findPartitionedPage<E extends ObjectLiteral & { id: string; organizationId: string }>(
  { dataSource, windows, run }: PartitionedRead,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E> & { organizationId: string },
  query: PageQuery,
): Promise<Page<E>> {
  const list = entityList(dataSource, entity, where, query);
  const narrowed = (window: PartitionWindow) => (select: SelectQueryBuilder<E>) => {
    const values: Record<string, string> = {};
    const condition = conditionOf(window, 'row', (value) => {
      const name = `window${Object.keys(values).length}`;
      values[name] = value;
      return `:${name}`;
    });
    select.andWhere(condition, values);
  };
  const source = walkPartitions<E>(
    {
      ...list,
      rows: (slice, window) => run((tx) => list.rows(tx, slice, narrowed(window))),
      count: (window) => run((tx) => list.count(tx, narrowed(window))),
    },
    windows,
  );
  return readPage(query, source);
}
