import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { deletionOrder, type ForeignKey, type TableGroup } from './table-order';

/** Rows per statement. */
const BATCH = 2000;
/** Rows of an anchor per statement: each may have many rows in the other tables of its group. */
const ANCHORS = 50;

const COLUMNS = (relation: string, numbers: string): string =>
  `ARRAY(SELECT attname::text FROM unnest(${numbers}) WITH ORDINALITY AS part (number, place)
           JOIN pg_attribute ON attrelid = ${relation} AND attnum = part.number
          WHERE attname NOT IN ('organization_id') ORDER BY place)`;

/** Deletes what an organization has in the tables of all modules, which the catalogue of the database names. */
@Injectable()
export class OrganizationRowsRepository {
  /** Returns the tables with rows of organizations, in the order of deletion. The log of the installation stays. */
  async tables(tx: Transaction): Promise<TableGroup[]> {
    const tables = await tx.query<{ name: string }[]>(
      `SELECT t.relname AS name FROM pg_class AS t JOIN pg_attribute AS a ON a.attrelid = t.oid
        WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relnamespace = current_schema()::regnamespace
          AND a.attname = 'organization_id' AND NOT a.attisdropped AND t.relname <> 'installation_log'
        ORDER BY t.relname`,
    );
    const keys = await tx.query<ForeignKey[]>(
      `SELECT child.relname AS child, parent.relname AS parent,
              ${COLUMNS('child.oid', 'conkey')} AS "childColumns", ${COLUMNS('parent.oid', 'confkey')} AS "parentColumns"
         FROM pg_constraint
         JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
        WHERE contype = 'f' AND parent.relname <> 'organizations'
          AND child.relnamespace = current_schema()::regnamespace`,
    );
    return deletionOrder(
      tables.map((it) => it.name),
      keys,
    );
  }

  /** Deletes one batch of the organization's rows. Returns whether there may be more. */
  async deleteBatch(tx: Transaction, organizationId: string, group: TableGroup): Promise<boolean> {
    const deleted = group.others.length === 0 ? rowsOf(group.anchor) : groupsOf(group);
    const [row] = await tx.query<[{ more: boolean }]>(deleted, [organizationId]);
    return row.more;
  }

  /** Returns the ids of organizations that are being deleted, oldest request first. */
  async deleting(tx: Transaction): Promise<string[]> {
    // The first condition is that of the partial index.
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM organizations WHERE status <> 'active' AND status = 'deleting' AND cell_state = 'active' ORDER BY updated_at, id`,
    );
    return rows.map((it) => it.id);
  }

  /** Deletes the organization itself. */
  async deleteOrganization(tx: Transaction, organizationId: string): Promise<void> {
    await tx.query(`DELETE FROM organizations WHERE id = $1 AND status = 'deleting'`, [organizationId]);
  }
}

/**
 * By ctid, because not every table has an `id`. Each partition has the same ctids, so the organization is asked again; the
 * batch may then be larger.
 */
const rowsOf = (table: string): string => `
  WITH deleted AS (
    DELETE FROM "${table}" WHERE organization_id = $1 AND ctid = ANY (ARRAY(
      SELECT ctid FROM "${table}" WHERE organization_id = $1 LIMIT ${BATCH}))
    RETURNING 1)
  SELECT count(*) >= ${BATCH} AS more FROM deleted`;

/** Foreign keys are checked at the end of the statement, when the rows on both sides are gone. */
const groupsOf = ({ anchor, others }: TableGroup): string => `
  WITH anchor AS MATERIALIZED (SELECT id FROM "${anchor}" WHERE organization_id = $1 LIMIT ${ANCHORS}),
  ${others
    .map(
      ({ table, column }, index) => `other_${index} AS (
    DELETE FROM "${table}" AS other USING anchor
     WHERE other.organization_id = $1 AND other."${column}" = anchor.id),`,
    )
    .join('\n')}
  deleted AS (
    DELETE FROM "${anchor}" AS own USING anchor WHERE own.organization_id = $1 AND own.id = anchor.id
    RETURNING 1)
  SELECT count(*) = ${ANCHORS} AS more FROM deleted`;
