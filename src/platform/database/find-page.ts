import {
  FindOperator,
  type EntityTarget,
  type FindOptionsOrder,
  type FindOptionsWhere,
  type ObjectLiteral,
} from 'typeorm';
import type { Page, PageQuery } from '../http/paging';
import { cursorPage, operatorOf, type Section } from './cursor-page';
import type { Transaction } from './transactions';

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns one page of the matching rows in the order of the query, ties broken by ID, and the total number of matches.
 * An index on the sort column and the ID serves every page at the same cost, unless the query has `skip`.
 */
export function findPage<E extends ObjectLiteral & { id: string; organizationId: string }>(
  tx: Transaction,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E> & { organizationId: string },
  query: PageQuery,
): Promise<Page<E>> {
  const property = camel(query.order().field);
  const { tableName, columns } = tx.dataSource.getMetadata(entity);
  const type = columns.find((it) => it.propertyName === property)?.type;
  const read = (section: Section): Promise<E[]> => {
    const { direction, from, skip, limit } = section;
    const order = { [property]: direction, id: direction } as FindOptionsOrder<E>;
    const select = tx.createQueryBuilder(entity, 'item').setFindOptions({ where, order, skip, take: limit });
    if (from !== null)
      select.andWhere(`(item.${property}, item.id) ${operatorOf(section, from)} (:value, :id)`, from);
    return select.getMany();
  };
  return cursorPage(query, {
    identity: JSON.stringify([tableName, where], withOperators),
    valueType: String(type),
    valueOf: (item) => sortValue(item[property] as unknown),
    read,
    count: () => tx.countBy(entity, where),
  });
}

/** Writes conditions such as `IsNull()` without the internals of TypeORM, which an update may change. */
const withOperators = (_: string, value: unknown): unknown =>
  value instanceof FindOperator ? [value.type, value.value as unknown] : value;

const sortValue = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
