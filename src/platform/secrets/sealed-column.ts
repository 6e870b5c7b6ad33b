import { Column, getMetadataArgsStorage, type ColumnOptions } from 'typeorm';
import { SnakeNamingStrategy } from '../database/naming';
import type { SecretContext } from './secret-box';

interface Sealed {
  entity: unknown;
  property: string;
  purpose: string;
  row: string;
}

/** A table with encrypted columns, in the names of the database. */
export interface SealedTable {
  name: string;
  /** Columns of the primary key, in its order. */
  key: string[];
  columns: SealedColumn[];
}

/** A column of encrypted texts. */
export interface SealedColumn {
  name: string;
  purpose: string;
  /** The column that identifies the secret within its purpose and organization. */
  row: string;
}

const declared: Sealed[] = [];
const naming = new SnakeNamingStrategy();

/**
 * Declares a text column that holds what SecretBox encrypted; `npm run rekey` finds it by that.
 *
 * @param purpose of the context
 * @param row property whose value is `row` of the context
 */
export const Sealed =
  (purpose: SecretContext['purpose'], row: string, options: ColumnOptions = {}): PropertyDecorator =>
  (target, property) => {
    Column({ type: 'text', ...options })(target, property);
    declared.push({ entity: target.constructor, property: String(property), purpose, row });
  };

/** Returns the tables with encrypted columns, of all entities that have been imported. */
export function sealedTables(): SealedTable[] {
  const { tables, columns } = getMetadataArgsStorage();
  return [...new Set(declared.map((it) => it.entity))].map((entity) => ({
    name: String(tables.find((it) => it.target === entity)?.name),
    key: columns
      .filter((it) => it.target === entity && it.options.primary === true)
      .map((it) => naming.columnName(it.propertyName, '')),
    columns: declared
      .filter((it) => it.entity === entity)
      .map(({ property, purpose, row }) => ({
        name: naming.columnName(property, ''),
        purpose,
        row: naming.columnName(row, ''),
      })),
  }));
}
