import type { QueryRunner } from 'typeorm';

const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Key {
  organization_id: string;
  id: string;
}

/**
 * Updates a large table in a migration that is no transaction, a batch of rows at a time, so that requests wait for few
 * rows and not for long. The update must be repeatable. Released migrations use this function: it must not change.
 *
 * @param update a statement with the organizations `$1` and the IDs `$2` of the rows, in pairs
 */
export async function updateInBatches(runner: QueryRunner, table: string, update: string): Promise<void> {
  let after: Key | undefined = { organization_id: FIRST_ID, id: FIRST_ID };
  while (after !== undefined) {
    const keys = (await runner.query(
      `SELECT organization_id, id FROM ${table} WHERE (organization_id, id) > ($1, $2)
        ORDER BY organization_id, id LIMIT ${BATCH}`,
      [after.organization_id, after.id],
    )) as Key[];
    await runner.query(update, [keys.map((it) => it.organization_id), keys.map((it) => it.id)]);
    after = keys.at(-1);
  }
}
