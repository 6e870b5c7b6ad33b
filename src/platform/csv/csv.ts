import type { FieldsPoint } from '../extensions';

/** A value of a cell; null is an empty cell. */
export type CsvCell = string | number | boolean | null;

/** The columns of a list as CSV, in their order. Names are published: they may be added to, never changed. */
export interface CsvFormat<Row> {
  /** Name of the file without its extension. */
  readonly file: string;
  readonly columns: readonly CsvColumn<Row>[];
  /** Fields of other modules, which are the last columns (docs/extending.md#fields-of-other-modules). */
  readonly added?: FieldsPoint;
}

export type CsvColumn<Row> = readonly [name: string, value: (row: Row) => CsvCell];

/** Fields of a response that fit into a cell. */
type CellField<Row> = { [Name in keyof Row]: Row[Name] extends CsvCell ? Name : never }[keyof Row] & string;

/** Returns a column for each of the fields, under its name. */
export function csvFields<Row>(...names: CellField<Row>[]): CsvColumn<Row>[] {
  return names.map((name) => [name, (row) => row[name] as CsvCell]);
}

const QUOTED = /[",\r\n]/;
/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Returns a record of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' ? neutralized(cell) : String(cell);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const neutralized = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);
