/** Returns the rows of the tables under a heading of a Markdown page, the header first, as cells. */
export function rowsUnder(page: string, heading: string): string[][] {
  const [, section = ''] = new RegExp(`^#+ ${heading}$(.*?)(?=^#+ |$(?![\\s\\S]))`, 'ms').exec(page) ?? [];
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| ?-/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
