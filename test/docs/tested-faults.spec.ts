import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGE = 'docs/operations.md';

/** Returns the cells of the rows in docs/operations.md#faults-that-are-tested. */
function rowsOfPage(): string[][] {
  const [, section = ''] = readFileSync(join(ROOT, PAGE), 'utf8').split('\n## Faults that are tested\n');
  const [table = ''] = section.split('\n## ');
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2) // the header and the line below it
    .map((line) => line.split('|').slice(1, -1));
}

/** Returns what is wrong with a test in the form "`path`: name", or null. */
function problemOf(test: string): string | null {
  const [, path, name] = /^`([^`]+)`: (.+)$/.exec(test.trim()) ?? [];
  if (path === undefined || name === undefined) return `"${test}" is not of the form "\`path\`: name"`;
  const file = join(ROOT, path);
  if (!existsSync(file)) return `${path} does not exist`;
  const code = readFileSync(file, 'utf8');
  const isNamed = [`'${name}'`, `"${name}"`, `\`${name}\``].some((literal) => code.includes(literal));
  return isNamed ? null : `${path} has no test named "${name}"`;
}

it('every fault in the list of tested faults names existing tests', () => {
  const rows = rowsOfPage();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.flatMap((cells) => (cells[2] ?? '').split('<br>').map(problemOf)).filter(Boolean)).toEqual([]);
});
