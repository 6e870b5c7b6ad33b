import { csvRecord, type CsvCell } from './csv-record';

interface CsvColumn<R> {
  header: string;
  value(row: R): CsvCell;
}

/** The CSV file of a list. */
export interface CsvTable<R> {
  /** Name of the file without extension, e.g. `invoices`. */
  name: string;
  columns: readonly CsvColumn<R>[];
}

/** The fields of a response that fit into a cell. */
type ScalarField<R> = { [Name in keyof R]: R[Name] extends CsvCell ? Name : never }[keyof R] & string;

/** Returns columns with the names and values of fields of the response. */
export function fields<R>(...names: ScalarField<R>[]): CsvColumn<R>[] {
  return names.map((header) => ({ header, value: (row) => row[header] as CsvCell }));
}

export function headerOf<R>({ columns }: CsvTable<R>): string {
  return csvRecord(columns.map((it) => it.header));
}

export function recordOf<R>({ columns }: CsvTable<R>, row: R): string {
  return csvRecord(columns.map((it) => it.value(row)));
}
