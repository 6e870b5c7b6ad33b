import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { INTERNAL_TABLES } from './internal-tables';
import { ExportedTable, type ExportedRow } from './exported-table';

/** Rows of one statement and of one chunk of the response. */
const PAGE_ROWS = 100;

/** Writes every record of an organization as NDJSON (docs/operations.md#export). */
@Injectable()
export class OrganizationExport {
  private readonly tables: ExportedTable[];

  constructor(
    private readonly transactions: Transactions,
    { entityMetadatas }: DataSource,
  ) {
    this.tables = entityMetadatas
      .filter((it) => !(it.tableName in INTERNAL_TABLES))
      .map((it) => new ExportedTable(it))
      .sort((one, other) => one.name.localeCompare(other.name));
  }

  /**
   * Yields the lines of the export, many in a chunk. Each page is read in a transaction of its own, so that neither the
   * memory nor a snapshot grows with the number of records.
   */
  async *lines(caller: Caller): AsyncGenerator<string, void> {
    let records = 0;
    for (const table of this.tables) {
      for (let after: readonly string[] | null = null; ;) {
        const last: readonly string[] | null = after;
        const page: ExportedRow[] = await this.transactions.readFor(caller, (tx) =>
          table.page(tx, caller.organizationId, last, PAGE_ROWS),
        );
        if (page.length > 0) yield page.map((it) => lineOf(table.name, it.record)).join('');
        records += page.length;
        after = page.at(-1)?.key ?? null;
        if (page.length < PAGE_ROWS) break;
      }
    }
    yield `${JSON.stringify({ end: true, records })}\n`;
  }
}

/** @param record JSON as the database has written it, which keeps numbers exact */
const lineOf = (table: string, record: string): string => `{"table":"${table}","record":${record}}\n`;
