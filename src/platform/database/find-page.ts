import type { EntityTarget, FindOptionsOrder, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { Page, PageQuery } from '../http/paging';
import type { Transaction } from './transactions';

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** One page of what matches, in the query's order with ties broken by id, and the count of all that match. */
export async function findPage<E extends ObjectLiteral & { id: string; organizationId: string }>(
  tx: Transaction,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E> & { organizationId: string },
  query: PageQuery,
): Promise<Page<E>> {
  const { field, direction } = query.order();
  const order = { [camel(field)]: direction, id: direction } as FindOptionsOrder<E>;
  const [items, total] = await tx.findAndCount(entity, { where, order, skip: query.skip, take: query.limit });
  return { items, total };
}
