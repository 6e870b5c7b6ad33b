import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { namesOf } from '../../src/commands/new-module/names';
import { planModule } from '../../src/commands/new-module/plan';
import { docBlocksRunBy, type DocBlock } from '../support/doc-blocks';

const ROOT = join(__dirname, '../..');
const EXAMPLES = join(ROOT, 'test/examples');
/** The module of docs/extending.md#adding-a-module, which the generator writes. */
const GENERATED = 'refunds';

describe('the TypeScript blocks of the docs', () => {
  const blocks = docBlocksRunBy(__filename).map(fileOf);
  const isGenerated = ([path]: [string, string]): boolean => path.startsWith(`${GENERATED}/`);

  it('show every file of the examples exactly as tested', () => {
    const shown = Object.fromEntries(blocks.filter((it) => !isGenerated(it)));
    expect(shown).toEqual(Object.fromEntries(exampleFiles().map((path) => [path, asModule(path)])));
  });

  it.each(blocks.filter(isGenerated))('show a part of the generated %s', (path, code) => {
    expect(squeezed(generated(path))).toContain(squeezed(code));
  });
});

/** Returns the path under src/modules that the first line of a block names, and the code below it. */
function fileOf({ page, line, code }: DocBlock): [string, string] {
  const [, path, text] = /^\/\/ src\/modules\/(\S+)\n(.*)$/s.exec(code) ?? [];
  if (path === undefined || text === undefined) {
    throw new Error(`${page}:${line}: the first line must be "// src/modules/<folder>/<file>"`);
  }
  return [path, text];
}

/** Returns the file paths of all examples, without their tests. */
function exampleFiles(): string[] {
  const folders = readdirSync(EXAMPLES, { withFileTypes: true }).filter((it) => it.isDirectory());
  return folders.flatMap(({ name }) =>
    readdirSync(join(EXAMPLES, name))
      .filter((file) => !file.endsWith('.spec.ts'))
      .map((file) => `${name}/${file}`),
  );
}

/** Returns an example with its imports rewritten as in src/modules. */
function asModule(path: string): string {
  const code = readFileSync(join(EXAMPLES, path), 'utf8');
  return code.replaceAll('../../../src/modules/', '../').replaceAll('../../../src/', '../../').trimEnd();
}

/** Returns a file that `npm run new:module -- refunds` writes. */
function generated(path: string): string {
  const { created } = planModule(ROOT, namesOf(GENERATED), new Date());
  return created.find((it) => it.path === `src/modules/${path}`)?.text ?? `no file ${path}`;
}

function squeezed(code: string): string {
  return code.replace(/\s+/g, ' ').trim();
}
