import type { EntityTarget, FindOptionsOrder, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { Page, PageQuery } from '../http/paging';
import type { Transaction } from './transactions';

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns one page of the matching rows in the order of the query, ties broken by ID, and the total number of matches.
 */
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
