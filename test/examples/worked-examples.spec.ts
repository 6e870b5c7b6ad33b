import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { namesOf } from '../../src/commands/new-module/names';
import { planModule } from '../../src/commands/new-module/plan';
import { ROOT, docBlocks } from '../support/doc-blocks';

const NAMED = /^\/\/ src\/modules\/(\S+)\n(.*)$/s;
/** The module of "Adding a module", which the generator writes. */
const GENERATED = 'refunds';

describe('the worked examples of the documents', () => {
  const files = shownFiles();

  it.each(files.filter(([path]) => !isGenerated(path)))('show %s as it is run', (path, code) => {
    expect(`${code}\n`).toBe(asModule(path));
  });

  it.each(files.filter(([path]) => isGenerated(path)))('show a part of the generated %s', (path, code) => {
    expect(squeezed(generated(path))).toContain(squeezed(code));
  });

  it.each(examples())('show %s, which has a test', (folder, names) => {
    const shown = files.map(([path]) => path);
    expect(shown.filter((path) => path.startsWith(`${folder}/`))).not.toEqual([]);
    expect(names.filter((name) => name.endsWith('.spec.ts'))).not.toEqual([]);
  });
});

/** Returns the TypeScript blocks of the documents: the path under src/modules that they name, and the code. */
function shownFiles(): [string, string][] {
  return docBlocks()
    .filter(
      (it) => it.language === 'ts' && it.attributes.norun === undefined && !it.page.startsWith('packages/'),
    )
    .map(({ code, page, line }) => {
      const [, path, text] = NAMED.exec(code) ?? [];
      if (path === undefined || text === undefined) {
        throw new Error(`${page}:${line}: begin the block with "// src/modules/<folder>/<file>"`);
      }
      return [path, text];
    });
}

function isGenerated(path: string): boolean {
  return path.startsWith(`${GENERATED}/`);
}

function squeezed(code: string): string {
  return code.replace(/\s+/g, ' ').trim();
}

/** Returns an example as it would stand in src/modules, where its imports have other paths. */
function asModule(path: string): string {
  const file = join(__dirname, path);
  if (!existsSync(file)) return `Add test/examples/${path}: what docs/extending.md shows is run from there.`;
  return readFileSync(file, 'utf8')
    .replaceAll('../../../src/modules/', '../')
    .replaceAll('../../../src/', '../../');
}

/** Returns a file that `npm run new:module -- refunds` writes. */
function generated(path: string): string {
  const { created } = planModule(ROOT, namesOf(GENERATED), new Date());
  return created.find((it) => it.path === `src/modules/${path}`)?.text ?? `The generator writes no ${path}.`;
}

/** Returns the examples, which are folders, with the files of each. */
function examples(): [string, string[]][] {
  return readdirSync(__dirname, { withFileTypes: true })
    .filter((it) => it.isDirectory())
    .map(({ name }) => [name, readdirSync(join(__dirname, name))]);
}
