/** Returns the cells of a CSV file. Refuses what RFC 4180 does not allow. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let ended = true;
  for (const [found, quoted, plain = '', end = ''] of text.matchAll(CELL)) {
    if (found === '') break;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    ended = end === '\r\n';
    if (ended) rows.push([]);
  }
  const length = [...text.matchAll(CELL)].reduce((sum, [found]) => sum + found.length, 0);
  if (!ended || length !== text.length) throw new Error(`Not a CSV file: ${text.slice(0, 1000)}`);
  return rows.slice(0, -1);
}

/** A cell, in quotes or without, and the comma or line break after it. Matches begin where the previous one ends. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;

/** Returns the rows of a CSV file by the names in its header, and the header. */
export function csvRows(text: string): { header: string[]; rows: Record<string, string>[] } {
  const [header = [], ...records] = parseCsv(text);
  const rows = records.map((cells) => {
    if (cells.length !== header.length) throw new Error(`${cells.length} cells: ${cells.join()}`);
    return Object.fromEntries(cells.map((cell, index) => [header[index] ?? '', cell]));
  });
  return { header, rows };
}
