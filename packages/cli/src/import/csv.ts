/** A row that is not CSV (RFC 4180). */
export class CsvError extends Error {}

/** Returns the fields of a row. @throws CsvError */
export function fieldsOf(row: string): string[] {
  if (!row.includes('"')) return row.split(',');
  const fields: string[] = [];
  for (let from = 0; from <= row.length;) {
    const end = row[from] === '"' ? quotedEnd(row, from) : plainEnd(row, from);
    const text = row.slice(from, end);
    fields.push(row[from] === '"' ? text.slice(1, -1).replaceAll('""', '"') : text);
    from = end + 1; // after the comma
  }
  return fields;
}

function plainEnd(row: string, from: number): number {
  const comma = row.indexOf(',', from);
  const end = comma === -1 ? row.length : comma;
  if (row.slice(from, end).includes('"'))
    throw new CsvError('A field has a quote in it, but does not begin with one.');
  return end;
}

/** Returns the position after the closing quote, where a comma or the end of the row must follow. */
function quotedEnd(row: string, from: number): number {
  let quote = row.indexOf('"', from + 1);
  while (quote !== -1 && row[quote + 1] === '"') quote = row.indexOf('"', quote + 2);
  if (quote === -1) throw new CsvError('A quoted field is not closed.');
  const next = row[quote + 1];
  if (next !== undefined && next !== ',') throw new CsvError('A quoted field is followed by text.');
  return quote + 1;
}
