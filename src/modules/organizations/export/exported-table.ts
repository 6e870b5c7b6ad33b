import type { EntityMetadata } from 'typeorm';
import type { Transaction } from '../../../platform/database/transactions';

/** Columns with secrets, or with what stands for one. */
const SECRET = /^sealed_|_hash$|^token$/;

/** A row of an export. */
export interface ExportedRow {
  /** The record as JSON. */
  record: string;
  /** The rest of its primary key after the organization. */
  key: string[];
}

/** Reads the rows of an organization from one table in the order of the primary key, without columns that hold secrets. */
export class ExportedTable {
  readonly name: string;
  private readonly organization: string;
  private readonly hidden: string[];
  /** The primary key after the organization, as text for the cursor and with the types to compare. */
  private readonly columns: string[];
  private readonly types: string[];

  constructor({ tableName, columns, primaryColumns }: EntityMetadata) {
    this.name = tableName;
    const names = columns.map((it) => it.databaseName);
    this.organization = names.includes('organization_id') ? 'organization_id' : 'id';
    this.hidden = names.filter((it) => SECRET.test(it));
    const rest = primaryColumns.filter((it) => it.databaseName !== 'organization_id');
    this.columns = rest.map((it) => it.databaseName);
    this.types = rest.map((it) => String(it.type));
  }

  /** Returns up to `limit` rows after the one with the key; from the beginning if it is null. */
  page(
    tx: Transaction,
    organizationId: string,
    after: readonly string[] | null,
    limit: number,
  ): Promise<ExportedRow[]> {
    const values = this.types.map((type, index) => `($3::text[])[${index + 1}]::${type}`);
    // A table with one row per organization has no more columns in its key, and nothing after that row.
    const isLater = values.length === 0 ? 'false' : `(${this.columns.join(', ')}) > (${values.join(', ')})`;
    const order = [this.organization, ...this.columns].join(', ');
    return tx.query<ExportedRow[]>(
      `SELECT (to_jsonb(row) - $2::text[])::text AS record,
              ARRAY[${this.columns.map((it) => `row.${it}::text`).join(', ')}]::text[] AS key
         FROM ${this.name} AS row
        WHERE ${this.organization} = $1 AND ($3::text[] IS NULL OR ${isLater})
        ORDER BY ${order} LIMIT $4`,
      [organizationId, this.hidden, after, limit],
    );
  }
}
