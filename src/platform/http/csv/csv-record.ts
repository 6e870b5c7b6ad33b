/** A value of a CSV file. */
export type CsvCell = string | number | boolean | null;

/** First characters by which spreadsheets recognize formulas, also after they have removed white space. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /^$|^\s|["',\r\n]|\s$/;

/**
 * Returns a line of a CSV file (RFC 4180). Text that a spreadsheet would take for a formula begins with an apostrophe;
 * numbers stay numbers (docs/api.md#csv).
 */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map(textOf).join(',')}\r\n`;
}

function textOf(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
