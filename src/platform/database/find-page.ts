import type {
  DataSource,
  EntityMetadata,
  EntityTarget,
  FindOptionsOrder,
  FindOptionsWhere,
  ObjectLiteral,
  SelectQueryBuilder,
} from 'typeorm';
import type { Page, PageQuery } from '../http/paging';
import {
  conditionAfter,
  isOrderedType,
  readPage,
  type ListSource,
  type OrderedType,
  type Slice,
} from './read-page';
import type { Transaction } from './transactions';

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns one page of the matching rows in the order of the query, ties by id, and the number of all of them.
 *
 * @throws ValidationFailedError for a cursor of another list.
 */
export function findPage<E extends ObjectLiteral & { id: string; organizationId: string }>(
  tx: Transaction,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E> & { organizationId: string },
  query: PageQuery,
): Promise<Page<E>> {
  return findPageOfAll(tx, entity, where, query);
}

/** As `findPage`, for the lists of the operator: they may cover all organizations. */
export function findPageOfAll<E extends ObjectLiteral & { id: string }>(
  tx: Transaction,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E>,
  query: PageQuery,
): Promise<Page<E>> {
  const list = entityList(tx.dataSource, entity, where, query);
  return readPage(query, {
    ...list,
    rows: (slice) => list.rows(tx, slice),
    count: () => list.count(tx),
  });
}

/** A list of entities. `narrow` adds conditions to its statements, whose alias is `row`. */
export interface EntityList<E extends ObjectLiteral> extends Omit<ListSource<E>, 'rows' | 'count'> {
  rows(tx: Transaction, slice: Slice, narrow?: (select: SelectQueryBuilder<E>) => void): Promise<E[]>;
  count(tx: Transaction, narrow?: (select: SelectQueryBuilder<E>) => void): Promise<number>;
}

/** Returns the list of the matching rows in the order of the query, ties by id. */
export function entityList<E extends ObjectLiteral & { id: string }>(
  dataSource: DataSource,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E>,
  query: PageQuery,
): EntityList<E> {
  const property = camel(query.order().field);
  const metadata = dataSource.getMetadata(entity);
  return {
    identity: [metadata.tableName, where],
    orderedBy: typeOf(metadata, property),
    rows: (tx, slice, narrow) => {
      const { direction, after, skip, take } = slice;
      const order = { [property]: direction, id: direction } as FindOptionsOrder<E>;
      const select = tx.createQueryBuilder(entity, 'row').setFindOptions({ where, order, skip, take });
      if (after !== null) {
        const values: string[] = [];
        const columns = { id: 'row.id', value: `row.${property}` };
        const condition = conditionAfter(slice, after, columns, (it) => `:after${values.push(it) - 1}`);
        select.andWhere(condition, Object.fromEntries(values.map((it, index) => [`after${index}`, it])));
      }
      narrow?.(select);
      return select.getMany();
    },
    positionOf: (row) => ({ id: row.id, value: textOf(row[property]) }),
    count: (tx, narrow) => {
      const select = tx.createQueryBuilder(entity, 'row').setFindOptions({ where });
      narrow?.(select);
      return select.getCount();
    },
  };
}

function typeOf(metadata: EntityMetadata, property: string): OrderedType {
  const type = metadata.findColumnWithPropertyName(property)?.type;
  if (isOrderedType(type)) return type;
  throw new Error(`${metadata.tableName} cannot be ordered by ${property}: no list has a column of its type`);
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
