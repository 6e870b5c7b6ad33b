import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import type { Transaction } from './transactions';

/** A row of a table whose trigger counts its versions. */
export interface VersionedRow extends ObjectLiteral {
  organizationId: string;
  id: string;
  rowVersion: number;
}

/** Updates all columns of a row. Returns the row with its new version. */
export async function updateVersioned<E extends VersionedRow>(
  tx: Transaction,
  entity: EntityTarget<E>,
  row: E,
): Promise<E> {
  const { organizationId, id, rowVersion, ...columns } = row;
  const result = await tx
    .createQueryBuilder()
    .update(entity)
    .set(columns as unknown as QueryDeepPartialEntity<E>)
    .where({ organizationId, id })
    .returning('row_version')
    .execute();
  const [updated] = result.raw as { row_version: number }[];
  return { ...row, rowVersion: updated?.row_version ?? rowVersion };
}
