import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../reckoning');
/** Files of its own folder, and libraries that calculate. */
const ALLOWED = /^(?:\.\/[a-z-]+|decimal\.js|luxon)$/;

/** test/reckoning checks the figures of the service, so it must not share its code, not even through other test code. */
describe('the independent computation', () => {
  it('imports only its own files, decimals and dates', () => {
    const files = readdirSync(FOLDER);
    const imports = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })));
    const forbidden = imports.filter(({ target }) => !ALLOWED.test(target));

    expect(imports.length).toBeGreaterThan(files.length);
    expect(forbidden).toEqual([]);
  });
});

function importsOf(file: string): string[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const found = text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"]+)['"]/g);
  return [...found].flatMap(([, target]) => target ?? []);
}
