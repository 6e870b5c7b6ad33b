import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const TEMPLATE = join(ROOT, 'src/commands/new-module/template');
const IMPORT = /^import \{ ([^}]+) \} from '(?:\.\.\/)+(support\/[^']+)';$/gm;

/** Returns the values that the tests of a generated module import from test/support, as [file, name]. */
function importsFromSupport(): [string, string][] {
  const files = readdirSync(TEMPLATE, { recursive: true, encoding: 'utf8' });
  return files
    .filter((it) => it.endsWith('.spec.ts.template'))
    .flatMap((path) => [...readFileSync(join(TEMPLATE, path), 'utf8').matchAll(IMPORT)])
    .flatMap(([, names = '', file = '']) =>
      names
        .split(', ')
        .filter((name) => !name.startsWith('type '))
        .map((name): [string, string] => [file, name]),
    );
}

// test/long runs the whole generator; this test finds a moved helper in seconds.
describe('the tests of a generated module', () => {
  it.each(importsFromSupport())('find in %s the function %s that they import', (file, name) => {
    expect(jest.requireActual<object>(join(ROOT, 'test', file))).toHaveProperty(name);
  });
});
