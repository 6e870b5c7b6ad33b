import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoFindings } from '../support/findings';

const FOLDER = join(__dirname, '../lives/reckoning');
/** Files of its own folder, and libraries that calculate. */
const ALLOWED = /^(?:\.\/[a-z-]+|decimal\.js|luxon)$/;

/** The reckoning of test/lives checks the service: it must not share its code, not even by way of other test code. */
describe('the independent reckoning', () => {
  it('imports nothing but its own files, decimals and dates', () => {
    const files = readdirSync(FOLDER);
    const imports = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })));

    expect(imports.length).toBeGreaterThan(files.length);
    expectNoFindings(
      imports.filter(({ target }) => !ALLOWED.test(target)).map(({ file, target }) => `${file}: ${target}`),
      'The reckoning must not import this. Write it anew from docs/billing-rules.md.',
    );
  });
});

function importsOf(file: string): string[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const found = text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"]+)['"]/g);
  return [...found].flatMap(([, target]) => target ?? []);
}
